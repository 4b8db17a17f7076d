#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "data/array.h"

namespace gbho::inline internal {

/// The format of MNIST: two zero bytes, a type code, the number of axes, the sides as big-endian 32-bit
/// integers, then the elements, big-endian and row-major. `name` is for messages.
Array parse_idx(std::span<const uint8_t> bytes, std::string_view name);

std::vector<uint8_t> write_idx(const Array& array);

}  // namespace gbho::inline internal
