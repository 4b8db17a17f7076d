#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace gbho::inline internal {

/// No data set that fits this program is larger; a file that expands beyond it is a bomb or a mistake.
constexpr size_t kLargestUnpacked = size_t{1} << 30;

bool is_gzip(std::span<const uint8_t> bytes);

/// Unpacks a gzip file of one or more members. Truncation, a bad checksum, bytes after the last member and a
/// content above `largest` bytes are DataErrors. `name` is for messages.
std::vector<uint8_t> gunzip(std::span<const uint8_t> bytes, std::string_view name,
                            size_t largest = kLargestUnpacked);

/// The best compression, without name or time, so equal content gives equal files.
std::vector<uint8_t> gzip(std::span<const uint8_t> bytes);

}  // namespace gbho::inline internal
