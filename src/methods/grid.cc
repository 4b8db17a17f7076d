#include "gbho/methods/grid.h"

#include <fmt/format.h>

#include "gbho/base/error.h"

namespace gbho {
namespace {

constexpr int64_t kMostGridPoints = 1000000;

int64_t points_of(const GridOptions& options, size_t dimension) {
  return options.points.size() == 1 ? options.points[0] : options.points[dimension];
}

// Evenly spaced, ends included; a single point lies in the middle.
double coordinate(const Dimension& dimension, int64_t index, int64_t points) {
  if (points == 1) return 0.5 * (dimension.low + dimension.high);
  if (index == points - 1) return dimension.high;
  const double part = static_cast<double>(index) / static_cast<double>(points - 1);
  return dimension.low + part * (dimension.high - dimension.low);
}

}  // namespace

std::string GridMethod::description() const {
  return "every combination of evenly spaced values of each hyperparameter, the ends of the box included";
}

std::vector<Option> GridMethod::options() {
  return {{"points", &options_.points, "values per hyperparameter: one number for all, or one each"}};
}

void GridMethod::validate(const Space& space) const {
  const auto n = static_cast<size_t>(space.size());
  const std::string given = "grid.points = " + to_text(OptionValue(options_.points));
  if (options_.points.size() != 1 && options_.points.size() != n) {
    throw ConfigError(
        fmt::format("{}: give one number for all hyperparameters, or one for each of the {}", given, n));
  }
  int64_t total = 1;
  for (size_t k = 0; k < n; ++k) {
    const int64_t points = points_of(options_, k);
    if (points < 1) throw ConfigError(given + ": each number must be at least 1");
    if (points > kMostGridPoints / total) {
      throw ConfigError(
          fmt::format("{}: more than {} combinations of {} hyperparameters; use fewer points, or "
                      "another method",
                      given, kMostGridPoints, n));
    }
    total *= points;
  }
}

void GridMethod::begin(const Space& space, uint64_t /*seed*/) {
  validate(space);
  space_ = space;
  asked_ = false;
}

int64_t GridMethod::planned() const {
  int64_t total = 1;
  for (size_t k = 0; k < space_.dimensions().size(); ++k) total *= points_of(options_, k);
  return total;
}

torch::Tensor GridMethod::ask() {
  const int64_t n = space_.size();
  const int64_t total = asked_ ? 0 : planned();
  asked_ = true;
  torch::Tensor lambda = torch::empty({total, n}, torch::kDouble);
  auto values = lambda.accessor<double, 2>();
  for (int64_t point = 0; point < total; ++point) {
    int64_t rest = point;  // the last dimension runs fastest
    for (int64_t k = n - 1; k >= 0; --k) {
      const auto dimension = static_cast<size_t>(k);
      const int64_t points = points_of(options_, dimension);
      values[point][k] = coordinate(space_.dimensions()[dimension], rest % points, points);
      rest /= points;
    }
  }
  return lambda;
}

void GridMethod::tell(const std::vector<Evaluation>& /*evaluations*/) {}

}  // namespace gbho
