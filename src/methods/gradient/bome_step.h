#pragma once

#include "gbho/bilevel/problem.h"
#include "gbho/record/ledger.h"

namespace gbho::inline internal {

/// First derivatives at one λ [1, n] and an ensemble of one, of q(λ, β) = f(λ, β) − f(λ, β_T) and F:
///   ∇q = (∂f/∂λ(β) − ∂f/∂λ(β_T), ∂f/∂β(β)), with β_T held fixed.
struct BomePoint {
  Derivatives upper;    ///< of F at β
  Derivatives lower;    ///< of f at β
  Derivatives reached;  ///< of f at β_T
  Weights weights;      ///< β_T
};

/// β_T by `inner` gradient steps on f(λ, ·) from β. Charges the ledger: inner + 1 gradients of f, one of F.
BomePoint bome_point(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                     int64_t inner, double rate, Ledger& ledger);

/// The smallest μ ≥ 0 with ⟨∇F + μ∇q, ∇q⟩ ≥ η‖∇q‖²; 0 where ∇q = 0.
double bome_multiplier(const BomePoint& point, double eta);

/// ∂F/∂λ + μ(∂f/∂λ(β) − ∂f/∂λ(β_T)), [1, n], double, on the CPU.
torch::Tensor bome_lambda_direction(const BomePoint& point, double multiplier);
/// ∂F/∂β + μ ∂f/∂β
Weights bome_weight_direction(const BomePoint& point, double multiplier);

}  // namespace gbho::inline internal
