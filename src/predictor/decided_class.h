#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gbho::inline internal {

/// The class with the largest product of its probability and its factor, the first among equals; without
/// factors the most probable one.
inline int64_t decided_class(const double* probabilities, int64_t classes,
                             const std::vector<double>& factors) {
  const auto worth = [&](int64_t c) {
    return factors.empty() ? probabilities[c] : factors[static_cast<size_t>(c)] * probabilities[c];
  };
  int64_t best = 0;
  for (int64_t c = 1; c < classes; ++c) {
    if (worth(c) > worth(best)) best = c;
  }
  return best;
}

}  // namespace gbho::inline internal
