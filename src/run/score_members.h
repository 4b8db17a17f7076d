#pragma once

#include <torch/types.h>

#include <vector>

#include "gbho/bilevel/problem.h"
#include "gbho/record/ledger.h"
#include "gbho/record/lower_options.h"
#include "gbho/record/runtime.h"

namespace gbho::inline internal {

/// What is known of trained members beside f.
struct MemberScores {
  std::vector<double> upper;      ///< F
  std::vector<double> accuracy;   ///< on the validation part; networks alone
  std::vector<double> selection;  ///< loss on the selection part, where there is one
  torch::Tensor lambda_gradient;  ///< [E, n]: ∂f/∂λ; undefined in a wide space
};

/// [E, n]: ∂f/∂λ.
torch::Tensor lambda_slope(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                           Ledger& ledger);

MemberScores score_members(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                           const Runtime& runtime, Ledger& ledger);

}  // namespace gbho::inline internal
