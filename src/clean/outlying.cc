#include "clean/outlying.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "clean/value_density.h"

namespace gbho::inline internal {
namespace {

constexpr double kMostWrong = 0.5;
constexpr double kFirstGuess = 0.05;
constexpr int kEmRounds = 100;

// The median of |t| with 4 degrees of freedom, and that of a standard normal.
constexpr double kMedianOfT = 0.7407;
constexpr double kMedianOfNormal = 0.6745;

// Of the targets, without the outermost hundredths, which may be what is wrong; in deviations at least so
// much.
constexpr double kOutermost = 0.01;
constexpr double kLeastRange = 20;

// Most wrong targets are somebody else's; some are like no other.
constexpr double kLikeNoOther = 0.1;

double quantile(std::vector<double> values, double share) {
  const auto place = static_cast<size_t>(std::llround(share * static_cast<double>(values.size() - 1)));
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(place);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

// Density of Student's t with 4 degrees of freedom: 3/8·(1 + x²/4)^(−5/2).
double density_of_t(double x) {
  constexpr double kFactor = 0.375;
  return kFactor * std::pow(1 + x * x / 4, -2.5);
}

}  // namespace

OutlyingTargets outlying_targets(const std::vector<double>& targets, const std::vector<double>& said) {
  std::vector<double> residuals;
  residuals.reserve(targets.size());
  for (size_t i = 0; i < targets.size(); ++i) residuals.push_back(targets[i] - said[i]);
  OutlyingTargets result;
  result.center = quantile(residuals, 0.5);
  std::vector<double> distances;
  distances.reserve(residuals.size());
  for (const double residual : residuals) distances.push_back(std::abs(residual - result.center));
  const double range = quantile(targets, 1 - kOutermost) - quantile(targets, kOutermost);
  // Models that are right in most rows leave no scale but that of the targets.
  const double median = std::max(quantile(distances, 0.5), 1e-9 * range);
  result.deviation = median / kMedianOfNormal;
  const double scale = median / kMedianOfT;
  const double anywhere = 1 / std::max(range, kLeastRange * result.deviation);
  std::vector<double> of_wrong = density_of_values(targets);
  for (double& density : of_wrong) density = (1 - kLikeNoOther) * density + kLikeNoOther * anywhere;
  double wrong = kFirstGuess;
  result.suspicion.resize(targets.size());
  for (int round = 0; round < kEmRounds; ++round) {
    double sum = 0;
    for (size_t i = 0; i < targets.size(); ++i) {
      const double good = (1 - wrong) * density_of_t(distances[i] / scale) / scale;
      result.suspicion[i] = wrong * of_wrong[i] / (wrong * of_wrong[i] + good);
      sum += result.suspicion[i];
    }
    wrong = std::min(kMostWrong, sum / static_cast<double>(targets.size()));
  }
  return result;
}

}  // namespace gbho::inline internal
