#pragma once

#include "gbho/record/ledger.h"
#include "methods/gradient/inverse_hessian.h"

namespace gbho::inline internal {

/// dF/dλ by the implicit function theorem, and what it took.
struct ImplicitGradient {
  torch::Tensor gradient;  ///< [1, n], double, on the CPU
  Weights solution;        ///< v ≈ (∂²f/∂β²)⁻¹ ∂F/∂β: where the next step may begin
  int64_t products = 0;    ///< with second derivatives of f
};

/// ∂F/∂λ − ∂²f/∂λ∂β · v, with v ≈ (∂²f/∂β²)⁻¹ ∂F/∂β, at λ [1, n] and an ensemble of one.
ImplicitGradient implicit_gradient(const Problem& problem, const torch::Tensor& lambda,
                                   const Weights& weights, const InverseOptions& options,
                                   const Weights& start = {});

/// A product passes every training example forward and back twice; the gradients of F and f come on top.
void charge(const Problem& problem, const ImplicitGradient& found, Ledger& ledger);

}  // namespace gbho::inline internal
