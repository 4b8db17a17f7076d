#pragma once

#include <torch/types.h>

#include <vector>

#include "gbho/bilevel/ledger.h"
#include "gbho/bilevel/problem.h"
#include "gbho/train/options.h"

namespace gbho {

/// What is known of trained members beside f.
struct Judgement {
  std::vector<double> upper;      ///< F
  std::vector<double> accuracy;   ///< on the validation part; networks alone
  std::vector<double> selection;  ///< loss on the selection part, where there is one
  torch::Tensor lambda_gradient;  ///< [E, n]: ∂f/∂λ
};

/// [E, n]: ∂f/∂λ.
torch::Tensor lambda_slope(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                           Ledger& ledger);

Judgement judge(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                const Runtime& runtime, Ledger& ledger);

}  // namespace gbho
