#pragma once

#include <torch/types.h>

#include "gbho/train/solver.h"

namespace gbho::inline internal {

/// What makes the loss of training examples another than the plain one.
struct LossShape {
  torch::Tensor example_weights;  ///< [N], [E, N], or undefined
  torch::Tensor smoothing;        ///< of labels, [E], or undefined
};

/// Scores with such a loss in the mean.
Scores score_weighted(const Model& model, const Weights& weights, const Examples& examples,
                      const LossShape& shape, const Runtime& runtime, const std::string& engine,
                      Ledger& ledger);

/// [E, N], double: the loss of every example, by the same kernels as score.
torch::Tensor score_examples(const Model& model, const Weights& weights, const Examples& examples,
                             const Runtime& runtime, Ledger& ledger);

}  // namespace gbho::inline internal
