#include "nn/fused/columns.h"

#include <algorithm>
#include <cmath>

namespace gbho::inline internal {

void spread_over_columns(const std::vector<float>& values, float factor, int64_t count, int64_t stride,
                         float* columns) {
  for (const float value : values) {
    std::fill_n(columns, count, factor * value);
    columns += stride;
  }
}

float clip_factor(double squares, float limit) {
  const double norm = std::max(std::sqrt(squares), 1e-30);
  return static_cast<float>(std::min(1.0, limit / norm));
}

}  // namespace gbho::inline internal
