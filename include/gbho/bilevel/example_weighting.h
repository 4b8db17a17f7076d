#pragma once

#include <torch/types.h>

#include <cstdint>

namespace gbho {

/// Weights of training examples as hyperparameters: a_i = σ(λ_g(i)), one for each example or for each group
/// of them. They come after the hyperparameters of the penalty.
class ExampleWeighting {
 public:
  ExampleWeighting() = default;
  /// `group` [N]: which of `count` weights each example has; −1: weight one. `first`: where they begin in λ.
  ExampleWeighting(torch::Tensor group, int64_t count, int64_t first);

  int64_t size() const { return count_; }
  int64_t first() const { return first_; }
  const torch::Tensor& group() const { return group_; }

  /// a, [E, N], double: differentiable in λ [E, n].
  torch::Tensor weights(const torch::Tensor& lambda) const;
  /// ∂/∂λ of Σ_i a_i·c_i, [E, n]: c [E, N] is held fixed.
  torch::Tensor lambda_gradient(const torch::Tensor& lambda, const torch::Tensor& c) const;

  /// With so many more examples, each of weight one.
  ExampleWeighting extended(int64_t examples) const;
  /// For so many other examples, each of weight one: the hyperparameters are there and do nothing.
  ExampleWeighting idle(int64_t examples) const;

 private:
  torch::Tensor group_;
  torch::Tensor fixed_;    ///< [N], true where the weight is one; undefined: nowhere
  bool one_each_ = false;  ///< every example has its own weight, in order
  int64_t count_ = 0;
  int64_t first_ = 0;
};

}  // namespace gbho
