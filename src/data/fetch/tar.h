#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gbho::inline internal {

/// A regular file in a tar archive; the content is a view into the archive.
struct TarEntry {
  std::string name;
  std::span<const uint8_t> content;
};

/// The regular files of a ustar, pax or GNU archive; links, folders and extended headers are
/// passed over, and with them the rest of a name above 100 characters.
/// DataError for a bad checksum, a size that is none, or an archive that ends early. `name` is for messages.
std::vector<TarEntry> read_tar(std::span<const uint8_t> bytes, std::string_view name);

}  // namespace gbho::inline internal
