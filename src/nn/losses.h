#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

#include "gbho/nn/model.h"

namespace gbho::inline internal {

/// [E, B]: cross-entropy of logits z [E, B, classes] where y holds class numbers; squared error of the one
/// output [E, B, 1] where it holds numbers. Differentiable.
torch::Tensor logit_losses(const torch::Tensor& z, const torch::Tensor& y);

/// The same with a share of the target spread over all classes: `smoothing` [E], undefined: none. A
/// regression has none. Differentiable.
torch::Tensor smoothed_losses(const torch::Tensor& z, const torch::Tensor& y, const torch::Tensor& smoothing);

/// [E, B]: the same of each example under each member. Differentiable.
torch::Tensor example_losses(const Model& model, const Weights& weights, const torch::Tensor& x,
                             const torch::Tensor& y);

}  // namespace gbho::inline internal
