#include "gbho/methods/random.h"

#include <fmt/format.h>

#include "gbho/base/error.h"
#include "gbho/base/random.h"

namespace gbho {
namespace {

constexpr int64_t kMostRandomPoints = 1000000;

}  // namespace

std::string RandomMethod::description() const {
  return "points drawn uniformly in λ, that is log-uniformly in the hyperparameter exp λ";
}

std::vector<Option> RandomMethod::options() {
  return {
      {"points", &options_.points, "number of points; the first of a longer run are those of a shorter one"}};
}

void RandomMethod::validate(const Space& /*space*/) const {
  if (options_.points >= 1 && options_.points <= kMostRandomPoints) return;
  throw ConfigError(
      fmt::format("random.points = {}: must lie between 1 and {}", options_.points, kMostRandomPoints));
}

void RandomMethod::begin(const Space& space, uint64_t seed) {
  validate(space);
  space_ = space;
  seed_ = seed;
  asked_ = false;
}

torch::Tensor RandomMethod::ask() {
  const int64_t total = asked_ ? 0 : options_.points;
  asked_ = true;
  Stream stream(seed_, "random.points");
  torch::Tensor lambda = torch::empty({total, space_.size()}, torch::kDouble);
  auto values = lambda.accessor<double, 2>();
  for (int64_t point = 0; point < total; ++point) {
    for (int64_t k = 0; k < space_.size(); ++k) {
      const Dimension& dimension = space_.dimensions()[static_cast<size_t>(k)];
      values[point][k] = dimension.low + stream.uniform() * (dimension.high - dimension.low);
    }
  }
  return lambda;
}

void RandomMethod::tell(const std::vector<Evaluation>& /*evaluations*/) {}

}  // namespace gbho
