#pragma once

#include <torch/types.h>

#include "gbho/train/solver.h"

namespace gbho::inline internal {

/// Scores with example weights ([N], [E, N], or undefined) in the mean loss.
Scores score_weighted(const Model& model, const Weights& weights, const Examples& examples,
                      const torch::Tensor& example_weights, const Runtime& runtime, const std::string& engine,
                      Ledger& ledger);

/// [E, N], double: the cross-entropy of every example, by the same kernels as score.
torch::Tensor score_examples(const Model& model, const Weights& weights, const Examples& examples,
                             const Runtime& runtime, Ledger& ledger);

}  // namespace gbho::inline internal
