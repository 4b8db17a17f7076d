#include "report/contest/statistics.h"

#include <algorithm>
#include <cmath>
#include <unsupported/Eigen/SpecialFunctions>

namespace gbho::inline internal {
namespace {

constexpr double kConfidence = 0.95;

// P(T > t) for t ≥ 0: half of I_x(ν/2, 1/2) at x = ν/(ν + t²).
double student_tail(double t, double degrees) {
  return 0.5 * Eigen::numext::betainc(degrees / 2, 0.5, degrees / (degrees + t * t));
}

}  // namespace

double student_quantile(double probability, int64_t degrees) {
  if (probability < 0.5) return -student_quantile(1 - probability, degrees);
  const auto freedom = static_cast<double>(degrees);
  double low = 0;
  double high = 1;
  while (student_tail(high, freedom) > 1 - probability) high *= 2;
  // Halved until no number lies between.
  for (double middle = high / 2; low < middle && middle < high; middle = low + (high - low) / 2) {
    (student_tail(middle, freedom) > 1 - probability ? low : high) = middle;
  }
  return high;
}

Statistic statistic(const std::vector<double>& values) {
  Statistic result;
  double sum = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    sum += value;
    ++result.count;
  }
  if (result.count == 0) return result;
  const auto count = static_cast<double>(result.count);
  result.mean = sum / count;
  if (result.count == 1) return result;
  double squares = 0;
  for (const double value : values) {
    if (std::isfinite(value)) squares += (value - result.mean) * (value - result.mean);
  }
  result.error = std::sqrt(squares / (count - 1) / count);
  return result;
}

Difference paired_difference(const std::vector<double>& values, const std::vector<double>& reference) {
  std::vector<double> differences;
  for (size_t i = 0; i < std::min(values.size(), reference.size()); ++i) {
    differences.push_back(values[i] - reference[i]);
  }
  const Statistic paired = statistic(differences);
  Difference result;
  result.mean = paired.mean;
  result.count = paired.count;
  if (paired.count < 2) return result;
  const double half = student_quantile(0.5 + kConfidence / 2, paired.count - 1) * paired.error;
  result.low = paired.mean - half;
  result.high = paired.mean + half;
  return result;
}

}  // namespace gbho::inline internal
