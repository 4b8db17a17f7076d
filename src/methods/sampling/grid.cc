#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gbho/base/error.h"
#include "gbho/surrogate/designs.h"
#include "methods/sampling/grid_method.h"
#include "run/eigen_tensors.h"

namespace gbho {
namespace {

constexpr int64_t kMostGridPoints = 1000000;

int64_t points_of(const GridOptions& options, size_t dimension) {
  return options.points.size() == 1 ? options.points[0] : options.points[dimension];
}

}  // namespace

std::unique_ptr<Method> make_grid(GridOptions options) {
  return std::make_unique<GridMethod>(std::move(options));
}

std::string GridMethod::description() const {
  return "every combination of evenly spaced values of each hyperparameter, the ends of the box included";
}

std::vector<Option> GridMethod::options() {
  return {{"points", &options_.points, "values per hyperparameter: one number for all, or one each",
           between(1, kMostGridPoints)}};
}

void GridMethod::fill(const Space& space, int64_t solves) {
  const double root = std::pow(static_cast<double>(solves), 1.0 / static_cast<double>(space.size()));
  options_.points = {std::max<int64_t>(1, static_cast<int64_t>(root + 1e-9))};
}

void GridMethod::check(const Space& space) const {
  const auto n = static_cast<size_t>(space.size());
  const std::string given = " = " + to_text(OptionValue(options_.points));
  if (options_.points.size() != 1 && options_.points.size() != n) {
    throw ConfigError(
        "grid.points",
        fmt::format("{}: give one number for all hyperparameters, or one for each of the {}", given, n));
  }
  int64_t total = 1;
  for (size_t k = 0; k < n; ++k) {
    const int64_t points = points_of(options_, k);
    if (points > kMostGridPoints / total) {
      throw ConfigError(
          "grid.points",
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
  if (asked_) return torch::empty({0, space_.size()}, torch::kDouble);
  asked_ = true;
  std::vector<int64_t> points;
  for (size_t k = 0; k < space_.dimensions().size(); ++k) points.push_back(points_of(options_, k));
  return to_tensor(grid_design(low_of(space_), high_of(space_), points));
}

void GridMethod::tell(const std::vector<Evaluation>& /*evaluations*/) {}

}  // namespace gbho
