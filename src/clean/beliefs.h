#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gbho::inline internal {

/// [from][to], rows and columns are classes.
using ClassMatrix = std::vector<std::vector<double>>;

inline ClassMatrix class_matrix(size_t classes) {
  return ClassMatrix(classes, std::vector<double>(classes, 0.0));
}

/// What models that have not seen a row believe of its label, and the label that it has.
struct Beliefs {
  size_t classes = 0;
  std::vector<double> said;   ///< [N, classes]: probabilities
  std::vector<size_t> given;  ///< [N]

  size_t size() const { return given.size(); }
  const double* row(size_t i) const { return said.data() + i * classes; }
  /// The class that they believe in most; the first of equals.
  size_t most_likely(size_t i) const {
    size_t best = 0;
    for (size_t c = 1; c < classes; ++c) {
      if (row(i)[c] > row(i)[best]) best = c;
    }
    return best;
  }
};

}  // namespace gbho::inline internal
