#include "gbho/bilevel/space.h"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <utility>

#include "gbho/base/error.h"

namespace gbho {

Space::Space(std::vector<Dimension> dimensions) : dimensions_(std::move(dimensions)) {
  if (dimensions_.empty()) {
    throw ConfigError("there is nothing to tune: add at least one [[hyperparameter]] block");
  }
  std::set<std::string> names;
  for (const Dimension& dimension : dimensions_) {
    if (!names.insert(dimension.name).second) {
      throw ConfigError(
          fmt::format("hyperparameter '{}' is named twice: every name must be its own", dimension.name));
    }
    if (!std::isfinite(dimension.low) || !std::isfinite(dimension.high) || dimension.low >= dimension.high) {
      throw ConfigError(fmt::format("hyperparameter '{}': low = {} must be a finite number below high = {}",
                                    dimension.name, dimension.low, dimension.high));
    }
    if (dimension.transform != "exp" && dimension.transform != "identity" &&
        dimension.transform != "sigmoid") {
      throw ConfigError(
          fmt::format("hyperparameter '{}': transform = \"{}\" is not known; use exp, identity or sigmoid",
                      dimension.name, dimension.transform));
    }
  }
  std::vector<double> low;
  std::vector<double> high;
  for (const Dimension& dimension : dimensions_) {
    low.push_back(dimension.low);
    high.push_back(dimension.high);
  }
  low_ = torch::tensor(low, torch::kFloat64);
  high_ = torch::tensor(high, torch::kFloat64);
}

torch::Tensor Space::center() const {
  return (low_ + high_) / 2;
}

torch::Tensor Space::clamp(const torch::Tensor& lambda) const {
  return torch::minimum(torch::maximum(lambda, low_.to(lambda.options())), high_.to(lambda.options()));
}

}  // namespace gbho
