#include "gbho/bilevel/space.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "gbho/base/error.h"

namespace gbho {

Space::Space(std::vector<Dimension> dimensions)
    : dimensions_(std::move(dimensions)),
      counts_(dimensions_.size(), 1),
      size_(static_cast<int64_t>(dimensions_.size())) {
  check();
  set_bounds();
}

Space Space::of_blocks(std::vector<Dimension> dimensions, std::vector<int64_t> counts) {
  Space space(std::move(dimensions));
  space.counts_ = std::move(counts);
  space.size_ = std::accumulate(space.counts_.begin(), space.counts_.end(), int64_t{0});
  space.set_bounds();
  return space;
}

void Space::check() const {
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
}

// Blocks of many are constant: they are not written out where they are alone.
void Space::set_bounds() {
  const auto bounds = [&](double Dimension::*bound) {
    std::vector<double> values;
    for (const Dimension& dimension : dimensions_) values.push_back(dimension.*bound);
    torch::Tensor all = torch::tensor(values, torch::kFloat64);
    if (!is_wide()) return all;
    if (values.size() == 1) return all.expand({size_});
    return all.repeat_interleave(torch::tensor(counts_, torch::kInt64));
  };
  low_ = bounds(&Dimension::low);
  high_ = bounds(&Dimension::high);
}

const Dimension& Space::dimension(int64_t k) const {
  if (!is_wide()) return dimensions_.at(static_cast<size_t>(k));
  size_t place = 0;
  for (; k >= counts_.at(place); ++place) k -= counts_[place];
  return dimensions_[place];
}

torch::Tensor Space::center() const {
  return (low_ + high_) / 2;
}

torch::Tensor Space::clamp(const torch::Tensor& lambda) const {
  return torch::minimum(torch::maximum(lambda, low_.to(lambda.options())), high_.to(lambda.options()));
}

torch::Tensor Space::rows(
    const std::function<torch::Tensor(const torch::Tensor& low, const torch::Tensor& high)>& make) const {
  const bool constant = is_wide() && dimensions_.size() == 1;
  const int64_t kept = constant ? 1 : size_;
  const torch::Tensor made =
      make(low_.narrow(0, 0, kept).unsqueeze(0), high_.narrow(0, 0, kept).unsqueeze(0));
  return made.expand({made.size(0), size_});
}

std::vector<double> Space::recorded(const torch::Tensor& lambda) const {
  const torch::Tensor own = lambda.detach().to(torch::kCPU, torch::kFloat64).flatten();
  const auto* values = own.data_ptr<double>();
  const int64_t stride = own.stride(0);
  std::vector<double> record;
  record.reserve(dimensions_.size());
  int64_t first = 0;
  for (const int64_t count : counts_) {
    double sum = 0;
    for (int64_t k = first; k < first + count; ++k) sum += values[k * stride];
    // Equal numbers have themselves for a mean, whatever rounding says.
    const bool equal = count == 1 || stride == 0;
    record.push_back(equal ? values[first * stride] : sum / static_cast<double>(count));
    first += count;
  }
  return record;
}

}  // namespace gbho
