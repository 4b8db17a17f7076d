#include "report/text/hyperparameter_blocks.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "gbho/record/summary.h"

namespace gbho::inline internal {
namespace {

// "weight" of "weight.17"; a name without a number is its own block.
std::string_view block_name(std::string_view name) {
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot + 1 == name.size()) return name;
  const bool numbered = name.find_first_not_of("0123456789", dot + 1) == std::string_view::npos;
  return numbered ? name.substr(0, dot) : name;
}

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
  block.count = static_cast<int64_t>(last - first);
  block.low = space[first].low;
  block.high = space[first].high;
  for (size_t k = first; k < last; ++k) {
    block.low = std::min(block.low, space[k].low);
    block.high = std::max(block.high, space[k].high);
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
