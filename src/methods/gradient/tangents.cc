#include "methods/gradient/tangents.h"

// Symbols: g = ∂f/∂β, h = ∂f/∂λ, z = dβ/dλ_k, and e the k-th unit vector. A step of SGD is linear in β, m and
// g, so the tangents take the same step along
//   dg/dλ_k = ∂²f/∂β²·z + ∂²f/∂β∂λ_k = ∂/∂β (⟨g, z⟩ + ⟨h, e⟩),   z and e held fast.

namespace gbho::inline internal {
namespace {

/// First derivatives of f, and how g changes along a tangent.
class TangentCurvature {
 public:
  TangentCurvature(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                   const torch::Tensor& rows)
      : weights_(leaves(weights)) {
    Weights all = weights_;
    all.push_back(leaf(lambda));
    derivatives_ = derivatives_of({problem.lower_batch(all.back(), weights_, rows).sum()}, all, {}, true);
  }

  Weights gradient() const {
    Weights gradient;
    for (size_t i = 0; i < weights_.size(); ++i) gradient.push_back(derivatives_[i].detach());
    return gradient;
  }

  /// dg/dλ_k
  Weights gradient_along(const Weights& z, int64_t k) const {
    Weights directions = z;
    directions.push_back(torch::zeros_like(derivatives_.back()).detach());
    directions.back().select(1, k).fill_(1);
    return derivatives_of(derivatives_, weights_, directions);
  }

 private:
  Weights weights_;
  Weights derivatives_;  ///< g, then h
};

}  // namespace

TangentSgd::TangentSgd(SgdSteps& steps, SgdState start, int64_t hyperparameters)
    : steps_(steps), state_(std::move(start)) {
  const Weights zero = times(0, state_.weights);
  tangents_.assign(static_cast<size_t>(hyperparameters), {zero, zero});
}

void TangentSgd::forward(const torch::Tensor& lambda, int64_t step) {
  const TangentCurvature curvature(steps_.problem(), lambda, state_.weights, steps_.rows(step));
  for (size_t k = 0; k < tangents_.size(); ++k) {
    SgdState& tangent = tangents_[k];
    tangent = sgd_step(steps_.rule(step), tangent,
                       curvature.gradient_along(tangent.weights, static_cast<int64_t>(k)));
  }
  state_ = sgd_step(steps_.rule(step), state_, curvature.gradient());
  steps_.charge(step, 1, static_cast<int64_t>(tangents_.size()));
}

torch::Tensor TangentSgd::hypergradient(const torch::Tensor& lambda) {
  const Derivatives upper = steps_.problem().upper_derivatives(lambda, state_.weights);
  steps_.ledger().sample_gradients += steps_.problem().upper_examples();
  torch::Tensor total = upper.lambda.to(torch::kCPU, torch::kDouble).clone();
  for (size_t k = 0; k < tangents_.size(); ++k) {
    total[0][static_cast<int64_t>(k)] += dot(upper.weights, tangents_[k].weights);
  }
  return total;
}

}  // namespace gbho::inline internal
