#include "methods/gradient/tangents.h"

#include <torch/autograd.h>

// Symbols: g = ∂f/∂β, h = ∂f/∂λ, z = dβ/dλ_k, and e the k-th unit vector. A step of SGD is linear in β, m and
// g, so the tangents take the same step along
//   dg/dλ_k = ∂²f/∂β²·z + ∂²f/∂β∂λ_k = ∂/∂β (⟨g, z⟩ + ⟨h, e⟩),   z and e held fast.

namespace gbho {
namespace {

/// First derivatives of f, and how g changes along a tangent.
class TangentCurvature {
 public:
  TangentCurvature(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                   const torch::Tensor& rows) {
    torch::autograd::variable_list leaves;
    for (const torch::Tensor& tensor : weights) {
      weights_.push_back(tensor.detach().clone().requires_grad_(true));
      leaves.push_back(weights_.back());
    }
    leaves.push_back(lambda.detach().clone().requires_grad_(true));
    const torch::Tensor value = problem.lower_batch(leaves.back(), weights_, rows).sum();
    derivatives_ = torch::autograd::grad({value}, leaves, {}, true, true, true);
    for (size_t i = 0; i < leaves.size(); ++i) {
      if (!derivatives_[i].defined()) derivatives_[i] = torch::zeros_like(leaves[i]).detach();
    }
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
    torch::autograd::variable_list outputs;
    torch::autograd::variable_list along;
    for (size_t i = 0; i < derivatives_.size(); ++i) {
      if (!derivatives_[i].requires_grad()) continue;
      outputs.push_back(derivatives_[i]);
      along.push_back(directions[i]);
    }
    Weights change(weights_.size());
    if (!outputs.empty()) change = torch::autograd::grad(outputs, weights_, along, true, false, true);
    for (size_t i = 0; i < change.size(); ++i) {
      if (!change[i].defined()) change[i] = torch::zeros_like(weights_[i]).detach();
    }
    return change;
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
    tangent =
        sgd_step(steps_.rule(), tangent, curvature.gradient_along(tangent.weights, static_cast<int64_t>(k)));
  }
  state_ = sgd_step(steps_.rule(), state_, curvature.gradient());
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

}  // namespace gbho
