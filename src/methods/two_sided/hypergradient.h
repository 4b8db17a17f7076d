#pragma once

#include <torch/types.h>

#include <vector>

#include "gbho/methods/context.h"
#include "gbho/methods/two_sided.h"

namespace gbho {

/// dF/dλ of trained members by the two-sided value function.
struct Hypergradient {
  torch::Tensor gradient;    ///< [k, n]
  torch::Tensor direct;      ///< [k, n]: its part ∂F/∂λ at β*
  torch::Tensor plus_slope;  ///< [k, n]: ∂f/∂λ at β⁺
  std::vector<bool> good;    ///< both sides trained, and F(β⁺) ≤ F(β⁻)
  bool interrupted = false;
};

/// Derivatives of F at trained members, charged to the ledger.
Derivatives upper_slopes(MethodContext& context, const torch::Tensor& lambda, const Weights& weights);

/// Trains β± from the members' own β*, with the same batches on both sides, and takes the difference.
Hypergradient two_sided_hypergradient(MethodContext& context, const TwoSidedOptions& options,
                                      const torch::Tensor& lambda, const TrainState& state);

}  // namespace gbho
