#include "study/store/block_spreads.h"

#include <algorithm>
#include <cmath>

#include "gbho/nn/snapshot.h"
#include "record/block_name.h"

namespace gbho::inline internal {
namespace {

constexpr size_t kBins = 60;

// The quantile at this part of the way; the values are put in order around it.
double quantile(std::vector<double>& values, double part) {
  const auto place = static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + place, values.end());
  return values[static_cast<size_t>(place)];
}

std::vector<int64_t> binned(const std::vector<double>& values, double low, double high) {
  std::vector<int64_t> bins(kBins, 0);
  for (const double value : values) {
    const double part = std::clamp((value - low) / (high - low), 0.0, 1.0);
    ++bins[std::min(kBins - 1, static_cast<size_t>(part * static_cast<double>(kBins)))];
  }
  return bins;
}

BlockSpread spread_of(const std::string& name, const torch::Tensor& lambda,
                      const std::vector<Dimension>& space) {
  BlockSpread spread;
  spread.name = name;
  spread.count = lambda.numel();
  const auto dimension = std::find_if(space.begin(), space.end(),
                                      [&](const Dimension& own) { return block_name(own.name) == name; });
  const torch::Tensor own = lambda.to(torch::kFloat64).contiguous();
  std::vector<double> values(own.data_ptr<double>(), own.data_ptr<double>() + own.numel());
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  if (dimension == space.end() || values.empty()) return spread;
  spread.low = dimension->low;
  spread.high = dimension->high;
  spread.least = *std::min_element(values.begin(), values.end());
  spread.greatest = *std::max_element(values.begin(), values.end());
  spread.lower_quartile = quantile(values, 0.25);
  spread.median = quantile(values, 0.5);
  spread.upper_quartile = quantile(values, 0.75);
  spread.bins = binned(values, spread.low, spread.high);
  return spread;
}

}  // namespace

std::vector<BlockSpread> block_spreads(const std::string& file, const std::vector<Dimension>& space) {
  std::vector<BlockSpread> spreads;
  for (const auto& [name, lambda] : from_safetensors(file).tensors)
    spreads.push_back(spread_of(name, lambda, space));
  return spreads;
}

}  // namespace gbho::inline internal
