#pragma once

#include <cstdint>
#include <vector>

namespace gbho::inline internal {

inline int64_t round_up(int64_t value, int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// Writes factor·values[m] into the `count` columns of member m, which begin at m·stride.
void spread_over_columns(const std::vector<float>& values, float factor, int64_t count, int64_t stride,
                         float* columns);

/// min(1, limit/‖g‖), from the sum of squares of g.
float clip_factor(double squares, float limit);

}  // namespace gbho::inline internal
