#include "gbho/bilevel/space.h"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <utility>

#include "gbho/base/error.h"

namespace gbho {

double Dimension::value(double lambda) const {
  return transform == "identity" ? lambda : std::exp(lambda);
}

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
    if (dimension.transform != "exp" && dimension.transform != "identity") {
      throw ConfigError(
          fmt::format("hyperparameter '{}': transform = \"{}\" is not known; use exp or identity",
                      dimension.name, dimension.transform));
    }
  }
}

torch::Tensor Space::low() const {
  torch::Tensor bound = torch::empty({size()}, torch::kFloat64);
  for (int64_t k = 0; k < size(); ++k) bound[k] = dimensions_[static_cast<size_t>(k)].low;
  return bound;
}

torch::Tensor Space::high() const {
  torch::Tensor bound = torch::empty({size()}, torch::kFloat64);
  for (int64_t k = 0; k < size(); ++k) bound[k] = dimensions_[static_cast<size_t>(k)].high;
  return bound;
}

torch::Tensor Space::center() const {
  return (low() + high()) / 2;
}

torch::Tensor Space::clamp(const torch::Tensor& lambda) const {
  return torch::minimum(torch::maximum(lambda, low().to(lambda.options())), high().to(lambda.options()));
}

}  // namespace gbho
