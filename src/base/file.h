#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace gbho::inline internal {

/// The whole file. A missing, unreadable or special file and a folder are DataErrors that say which.
std::vector<uint8_t> read_file(const std::filesystem::path& path);

/// The same, unpacked when its name ends in .gz or it starts with gzip's magic.
std::vector<uint8_t> read_unpacked(const std::filesystem::path& path);

/// Writes beside the target, syncs, then renames: a reader sees the old file or the new one, never a part.
void write_file_atomically(const std::filesystem::path& path, std::span<const uint8_t> bytes);

}  // namespace gbho::inline internal
