#include "report/text/hyperparameter_blocks.h"

#include <algorithm>
#include <cmath>

#include "gbho/record/summary.h"
#include "record/block_name.h"

namespace gbho::inline internal {
namespace {

// The upper one of the two in the middle.
double median_of(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

HyperparameterBlock block_of(const std::vector<Dimension>& space, std::vector<double> lambda, size_t first,
                             size_t last) {
  HyperparameterBlock block;
  block.name = block_name(space[first].name);
  block.count = 0;
  block.low = space[first].low;
  block.high = space[first].high;
  for (size_t k = first; k < last; ++k) {
    block.low = std::min(block.low, space[k].low);
    block.high = std::max(block.high, space[k].high);
    block.count += block_count(space[k].name);
  }
  lambda.erase(std::remove_if(lambda.begin(), lambda.end(), [](double value) { return std::isnan(value); }),
               lambda.end());
  if (lambda.empty()) {
    block.least = block.median = block.greatest = kNone;
    return block;
  }
  const auto [least, greatest] = std::minmax_element(lambda.begin(), lambda.end());
  block.least = *least;
  block.greatest = *greatest;
  block.median = median_of(lambda);
  return block;
}

}  // namespace

std::vector<HyperparameterBlock> hyperparameter_blocks(const std::vector<Dimension>& space,
                                                       const std::vector<double>& lambda) {
  std::vector<HyperparameterBlock> blocks;
  for (size_t first = 0; first < space.size();) {
    size_t last = first + 1;
    while (last < space.size() && block_name(space[last].name) == block_name(space[first].name)) ++last;
    const auto part = [&](size_t k) {
      return lambda.begin() + static_cast<std::ptrdiff_t>(std::min(k, lambda.size()));
    };
    blocks.push_back(block_of(space, {part(first), part(last)}, first, last));
    first = last;
  }
  return blocks;
}

}  // namespace gbho::inline internal
