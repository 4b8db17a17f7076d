#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "gbho/record/dimension.h"

namespace gbho {

/// The box of hyperparameters.
class Space {
 public:
  /// Of a block of more hyperparameters than this, records have one dimension, called "l2[1000000]", with the
  /// mean of λ; all of λ is a tensor beside them.
  static constexpr int64_t kMostListed = 10000;

  Space() = default;
  /// Throws ConfigError for an empty box, a bound that is not finite, low ≥ high, or a name used twice.
  explicit Space(std::vector<Dimension> dimensions);
  /// The same, where each dimension stands for so many neighbours.
  static Space of_blocks(std::vector<Dimension> dimensions, std::vector<int64_t> counts);

  /// Hyperparameters.
  int64_t size() const { return size_; }
  /// As records have them: one for each hyperparameter, unless the space is wide.
  const std::vector<Dimension>& dimensions() const { return dimensions_; }
  /// How many hyperparameters each dimension stands for.
  const std::vector<int64_t>& counts() const { return counts_; }
  /// Some dimension stands for many hyperparameters.
  bool is_wide() const { return size_ != static_cast<int64_t>(dimensions_.size()); }
  /// What hyperparameter k belongs to.
  const Dimension& dimension(int64_t k) const;

  /// [n], double.
  const torch::Tensor& low() const { return low_; }
  const torch::Tensor& high() const { return high_; }
  torch::Tensor center() const;
  /// λ moved into the box, elementwise.
  torch::Tensor clamp(const torch::Tensor& lambda) const;
  /// [k, n] from what `make` says of low and high, [1, n] each, elementwise. One number of each row is all
  /// that is kept of it where a single dimension stands for all hyperparameters.
  torch::Tensor rows(
      const std::function<torch::Tensor(const torch::Tensor& low, const torch::Tensor& high)>& make) const;
  /// A point λ [n] as records have it: of each dimension the mean.
  std::vector<double> recorded(const torch::Tensor& lambda) const;

 private:
  void check() const;
  void set_bounds();

  std::vector<Dimension> dimensions_;
  std::vector<int64_t> counts_;
  int64_t size_ = 0;
  torch::Tensor low_ = torch::empty({0}, torch::kFloat64);
  torch::Tensor high_ = torch::empty({0}, torch::kFloat64);
};

}  // namespace gbho
