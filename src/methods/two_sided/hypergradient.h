#pragma once

#include <torch/types.h>

#include <vector>

#include "gbho/methods/two_sided.h"
#include "gbho/run/context.h"

namespace gbho::inline internal {

/// dF/dλ of trained members by the two-sided value function.
struct Hypergradient {
  torch::Tensor gradient;    ///< [k, n]
  torch::Tensor direct;      ///< [k, n]: its part ∂F/∂λ at β*
  torch::Tensor plus_slope;  ///< [k, n]: ∂f/∂λ at β⁺
  torch::Tensor rest_slope;  ///< [k, n]: ∂f/∂λ at a β⁰ that trained on as the sides did; only when asked for
  std::vector<bool> good;  ///< both sides trained, and F(β⁺) ≤ F(β⁻)
  bool interrupted = false;
};

/// Charges the derivatives of F at so many members to the ledger.
void charge_upper_slopes(MethodContext& context, int64_t members);

/// Trains β± from the members' own β*, with the same batches on both sides, and takes the difference.
/// `with_rest`: a β⁰ trains on beside them, on f alone.
Hypergradient two_sided_hypergradient(MethodContext& context, const TwoSidedOptions& options,
                                      const torch::Tensor& lambda, const TrainState& state,
                                      bool with_rest = false);

}  // namespace gbho::inline internal
