#pragma once

#include <torch/types.h>

#include <vector>

#include "gbho/methods/context.h"
#include "gbho/methods/two_sided.h"

namespace gbho {

/// dF/dλ of trained members by the two-sided value function.
struct Hypergradient {
  torch::Tensor gradient;           ///< [k, n]
  torch::Tensor one_sided;          ///< [k, n]: from β⁺ and β* alone, to compare with
  std::vector<double> upper_plus;   ///< F(β⁺)
  std::vector<double> upper_minus;  ///< F(β⁻)
  std::vector<bool> good;           ///< both sides trained, and F(β⁺) ≤ F(β⁻)
  bool interrupted = false;
};

/// Trains β± from the members' own β*, with the same batches on both sides, and takes the difference.
Hypergradient two_sided_hypergradient(MethodContext& context, const TwoSidedOptions& options,
                                      const torch::Tensor& lambda, const TrainState& state);

}  // namespace gbho
