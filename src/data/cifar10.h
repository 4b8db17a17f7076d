#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "data/array.h"

namespace gbho::inline internal {

constexpr size_t kCifarPixels = 3 * 32 * 32;
constexpr size_t kCifarRecord = 1 + kCifarPixels;

struct CifarBatch {
  Array x;  ///< uint8 [N, 3, 32, 32]
  std::vector<int64_t> y;
};

/// CIFAR-10's binary format: records of one label byte and 3,072 pixels, the red plane, then green, then
/// blue, each row-major. `name` is for messages.
CifarBatch parse_cifar10(std::span<const uint8_t> bytes, std::string_view name);

}  // namespace gbho::inline internal
