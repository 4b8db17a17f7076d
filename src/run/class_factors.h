#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "run/out_of_fold.h"

namespace gbho::inline internal {

/// Probabilities of rows whose class is known; some of them count.
struct ClassRows {
  const double* said = nullptr;  ///< [N, classes]
  int64_t classes = 0;
  const std::vector<int64_t>& truth;
  std::vector<int64_t> rows;

  const double* row(int64_t i) const { return said + i * classes; }
};

/// Rules whose factors follow from rows; a class is decided on by the largest factor × probability.
const std::vector<std::string>& decision_rules();

/// The factors of a rule (most_probable, inverse_frequency, tuned_power, tuned) for a metric
/// (balanced_accuracy, f1). The most frequent class has one.
std::vector<double> class_factors(const std::string& rule, const std::string& metric, const ClassRows& rows);

}  // namespace gbho::inline internal
