#include "predictor/class_counts.h"

#include <limits>

namespace gbho::inline internal {
namespace {

double mean_over_classes(double sum, double classes) {
  return classes > 0 ? sum / classes : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

void ClassCounts::add(int64_t is, int64_t predicted, double count) {
  there[static_cast<size_t>(is)] += count;
  said[static_cast<size_t>(predicted)] += count;
  if (is == predicted) both[static_cast<size_t>(is)] += count;
}

double ClassCounts::balanced_accuracy() const {
  double sum = 0;
  double classes = 0;
  for (size_t c = 0; c < there.size(); ++c) {
    if (there[c] == 0) continue;
    sum += both[c] / there[c];
    ++classes;
  }
  return mean_over_classes(sum, classes);
}

double ClassCounts::f1() const {
  double sum = 0;
  double classes = 0;
  for (size_t c = 0; c < there.size(); ++c) {
    if (there[c] + said[c] == 0) continue;
    sum += 2 * both[c] / (there[c] + said[c]);
    ++classes;
  }
  return mean_over_classes(sum, classes);
}

}  // namespace gbho::inline internal
