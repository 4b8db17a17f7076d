#pragma once

#include <torch/types.h>

#include <utility>

#include "gbho/bilevel/problem.h"
#include "methods/gradient/weight_vectors.h"

namespace gbho::inline internal {

/// Second derivatives of f at one λ and β (an ensemble of one), as products with a vector v of β's shape. The
/// gradient's graph is built once; a product is one more pass through it.
class LowerCurvature {
 public:
  /// Of f over the given training examples; undefined: over all of them.
  LowerCurvature(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                 const torch::Tensor& rows = {});

  const Weights& gradient() const { return gradient_; }
  /// ∂²f/∂β² · v
  Weights hessian_times(const Weights& v);
  /// [1, n]: ∂²f/∂λ∂β · v
  torch::Tensor mixed_times(const Weights& v);
  /// Both of one v, for the price of one product.
  std::pair<Weights, torch::Tensor> both_times(const Weights& v);
  /// Products so far, of both kinds.
  int64_t products() const { return products_; }

 private:
  torch::Tensor lambda_;
  Weights weights_;
  Weights gradient_;
  int64_t products_ = 0;
};

}  // namespace gbho::inline internal
