#pragma once

#include "gbho/record/ledger.h"
#include "methods/gradient/curvature.h"

namespace gbho::inline internal {

/// Of Ψ(λ, β) = F + ρ/2‖g‖² + ν·g with g = ∂f/∂β.
struct PenaltyTerms {
  double rho = 1;
  Weights nu;  ///< as β
};

/// The examples of one draw; undefined: all of them. g and its derivatives take draws of their own: the mean
/// of their product is then the product of their means.
struct PenaltyRows {
  torch::Tensor upper;
  torch::Tensor gradient;
  torch::Tensor curvature;
};

/// ∂Ψ/∂β = ∂F/∂β + ∂²f/∂β² · (ρg + ν), at λ [1, n] and an ensemble of one. Charges the ledger.
Weights penalty_weight_gradient(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                                const PenaltyTerms& terms, const PenaltyRows& rows, Ledger& ledger);

/// ∂Ψ/∂λ = ∂F/∂λ + ∂²f/∂λ∂β · (ρg + ν), [1, n], double, on the CPU. The hypergradient where ∂Ψ/∂β = 0, since
/// there ρg + ν = −(∂²f/∂β²)⁻¹ ∂F/∂β; exact where g = 0 too. Charges the ledger.
torch::Tensor penalty_lambda_gradient(const Problem& problem, const torch::Tensor& lambda,
                                      const Weights& weights, const PenaltyTerms& terms,
                                      const PenaltyRows& rows, Ledger& ledger);

}  // namespace gbho::inline internal
