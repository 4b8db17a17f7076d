#include "gbho/base/random.h"

#include <fmt/format.h>

#include <algorithm>

#include "gbho/base/error.h"
#include "gbho/surrogate/designs.h"
#include "methods/sampling/random_method.h"
#include "run/eigen_tensors.h"

namespace gbho {
namespace {

constexpr int64_t kMostRandomPoints = 1000000;
constexpr int64_t kMostLatinPoints = 2000;  // distances of all pairs are looked at, many times

}  // namespace

std::unique_ptr<Method> make_random(RandomOptions options) {
  return std::make_unique<RandomMethod>(std::move(options));
}

std::string RandomMethod::description() const {
  return "points at random in λ: independent, a Latin hypercube, or Sobol's sequence";
}

std::vector<Option> RandomMethod::options() {
  return {{"points", &options_.points, "number of points", between(1, kMostRandomPoints)},
          {"design", &options_.design,
           "uniform: independent points; latin: hypercube; sobol: sequence, shifted at random",
           one_of({"uniform", "latin", "sobol"})}};
}

void RandomMethod::fill(const Space& /*space*/, int64_t solves) {
  const int64_t most = options_.design == "latin" ? kMostLatinPoints : kMostRandomPoints;
  options_.points = std::clamp<int64_t>(solves, 1, most);
}

void RandomMethod::check(const Space& space) const {
  if (options_.design == "latin" && options_.points > kMostLatinPoints) {
    throw ConfigError(
        "random.points",
        fmt::format(" = {}: a Latin hypercube has at most {}; use fewer, or random.design = \"sobol\"",
                    options_.points, kMostLatinPoints));
  }
  if (options_.design == "sobol" && space.size() > sobol_dimensions()) {
    throw ConfigError(
        "random.design",
        fmt::format(" = \"sobol\": for {} hyperparameters at most, and there are {}; use \"latin\" or "
                    "\"uniform\"",
                    sobol_dimensions(), space.size()));
  }
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
  const Eigen::VectorXd low = low_of(space_);
  const Eigen::VectorXd high = high_of(space_);
  const Stream stream(seed_, "random.points");
  if (options_.design == "latin") return to_tensor(latin_hypercube(low, high, options_.points, stream));
  if (options_.design == "sobol") return to_tensor(sobol_design(low, high, options_.points, stream));
  return to_tensor(random_design(low, high, options_.points, stream));
}

void RandomMethod::tell(const std::vector<Evaluation>& /*evaluations*/) {}

}  // namespace gbho
