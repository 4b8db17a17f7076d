#pragma once

#include <vector>

#include "methods/gradient/sgd_steps.h"

namespace gbho::inline internal {

/// A run of SGD that carries dβ/dλ_k and dm/dλ_k along, for every k (Franceschi et al. 2017).
class TangentSgd {
 public:
  TangentSgd(SgdSteps& steps, SgdState start, int64_t hyperparameters);

  void forward(const torch::Tensor& lambda, int64_t step);
  const Weights& weights() const { return state_.weights; }
  /// dF/dλ [1, n] at the weights reached; charges F's gradient.
  torch::Tensor hypergradient(const torch::Tensor& lambda);

 private:
  SgdSteps& steps_;
  SgdState state_;
  std::vector<SgdState> tangents_;  ///< by λ_k
};

}  // namespace gbho::inline internal
