#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace gbho::inline internal {

struct PngImage {
  size_t width = 0;
  size_t height = 0;
  std::vector<uint8_t> rgb;  ///< [height, width, 3]
};

/// Decodes with libpng; DataError for a damaged image or one above `largest` bytes. `name` is for messages.
PngImage decode_png(std::span<const uint8_t> bytes, std::string_view name, size_t largest = size_t{1} << 28);

}  // namespace gbho::inline internal
