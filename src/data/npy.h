#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "data/array.h"

namespace gbho::inline internal {

/// NumPy's array file, versions 1 to 3. Either byte order, C or Fortran order; the result is row-major in the
/// machine's order. Object and structured arrays are refused. `name` is for messages.
Array parse_npy(std::span<const uint8_t> bytes, std::string_view name);

}  // namespace gbho::inline internal
