#include "gbho/data/dataset.h"

#include <torch/types.h>

namespace gbho {

Examples Examples::to(torch::Device device) const {
  if (!x.defined()) return *this;
  return {x.to(device), y.to(device)};
}

Examples Examples::joined(const Examples& other) const {
  if (empty()) return other;
  if (other.empty()) return *this;
  return {torch::cat({x, other.x}), torch::cat({y, other.y})};
}

}  // namespace gbho
