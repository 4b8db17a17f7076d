#pragma once

#include <torch/types.h>

#include "gbho/train/solver.h"

namespace gbho {

/// Scores with example weights ([N], [E, N], or undefined) in the mean loss.
Scores evaluate_weighted(const Model& model, const Weights& weights, const Examples& examples,
                         const torch::Tensor& example_weights, const Runtime& runtime,
                         const std::string& engine, Ledger& ledger);

}  // namespace gbho
