#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

#include "gbho/record/dimension.h"

namespace gbho {

/// The box of hyperparameters.
class Space {
 public:
  Space() = default;
  /// Throws ConfigError for an empty box, a bound that is not finite, low ≥ high, or a name used twice.
  explicit Space(std::vector<Dimension> dimensions);

  int64_t size() const { return static_cast<int64_t>(dimensions_.size()); }
  const std::vector<Dimension>& dimensions() const { return dimensions_; }

  /// [n], double.
  const torch::Tensor& low() const { return low_; }
  const torch::Tensor& high() const { return high_; }
  torch::Tensor center() const;
  /// λ moved into the box, elementwise.
  torch::Tensor clamp(const torch::Tensor& lambda) const;

 private:
  std::vector<Dimension> dimensions_;
  torch::Tensor low_ = torch::empty({0}, torch::kFloat64);
  torch::Tensor high_ = torch::empty({0}, torch::kFloat64);
};

}  // namespace gbho
