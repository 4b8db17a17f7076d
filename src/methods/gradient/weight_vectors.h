#pragma once

#include <torch/types.h>

#include "gbho/nn/model.h"

// Vectors of β's shape.

namespace gbho::inline internal {

double dot(const Weights& a, const Weights& b);
/// a + c·b
Weights plus(const Weights& a, double c, const Weights& b);
Weights times(double c, const Weights& a);

bool all_finite(const Weights& weights);
/// Of all tensors together.
int64_t bytes_of(const Weights& weights);
/// Kept tensors are on the CPU: back to where these are.
Weights moved_to(const Weights& weights, const Weights& like);

/// Copies to differentiate by.
torch::Tensor leaf(const torch::Tensor& tensor);
Weights leaves(const Weights& weights);
/// Σ_i ⟨along_i, outputs_i⟩ differentiated by each of the inputs, by autograd; `along` may be empty for a
/// single number. Zero where the outputs do not depend on an input. The outputs' graph stays, for more of
/// these.
Weights derivatives_of(const Weights& outputs, const Weights& inputs, const Weights& along = {},
                       bool differentiable = false);

}  // namespace gbho::inline internal
