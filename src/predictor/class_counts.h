#pragma once

#include <cstdint>
#include <vector>

namespace gbho::inline internal {

/// How often each class is there, is predicted, and is both.
struct ClassCounts {
  explicit ClassCounts(size_t classes) : there(classes), said(classes), both(classes) {}

  std::vector<double> there;
  std::vector<double> said;
  std::vector<double> both;

  void add(int64_t is, int64_t predicted, double count = 1);
  /// Mean over the classes that are there of the share that is found; NaN where there is none.
  double balanced_accuracy() const;
  /// Mean over the classes that are there or predicted of 2·both / (there + said).
  double f1() const;
};

}  // namespace gbho::inline internal
