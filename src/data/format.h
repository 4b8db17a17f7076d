#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace gbho::inline internal {

enum class FileFormat { kIdx, kNpy, kCsv, kCifar10 };

std::string_view format_name(FileFormat format);

/// From the name (.npy, .csv, .idx, …-ubyte, .bin, each also with .gz) and, where that says nothing, from the
/// first bytes of the unpacked content. Throws DataError when neither tells.
FileFormat detect_format(const std::filesystem::path& path, std::span<const uint8_t> unpacked);

}  // namespace gbho::inline internal
