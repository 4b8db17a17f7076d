#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

#include "gbho/nn/model.h"

namespace gbho::inline internal {

/// [E, B]: cross-entropy of logits z [E, B, classes]. Differentiable.
torch::Tensor logit_losses(const torch::Tensor& z, const torch::Tensor& y);

/// [E, B]: cross-entropy of each example under each member. Differentiable.
torch::Tensor example_losses(const Model& model, const Weights& weights, const torch::Tensor& x,
                             const torch::Tensor& y);

}  // namespace gbho::inline internal
