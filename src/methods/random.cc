#include "gbho/methods/random.h"

#include <fmt/format.h>

#include "gbho/base/error.h"
#include "gbho/base/random.h"
#include "gbho/surrogate/designs.h"
#include "methods/eigen_tensors.h"

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
  if (asked_) return torch::empty({0, space_.size()}, torch::kDouble);
  asked_ = true;
  return to_tensor(
      random_design(low_of(space_), high_of(space_), options_.points, Stream(seed_, "random.points")));
}

void RandomMethod::tell(const std::vector<Evaluation>& /*evaluations*/) {}

}  // namespace gbho
