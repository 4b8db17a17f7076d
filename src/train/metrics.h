#pragma once

#include <torch/types.h>

#include "gbho/data/dataset.h"
#include "gbho/nn/model.h"
#include "gbho/record/runtime.h"

namespace gbho::inline internal {

/// [E, N, outputs], float: what every member says to every example, by the same kernels as score.
torch::Tensor model_outputs(const Model& model, const Weights& weights, const Examples& examples,
                            const Runtime& runtime);

/// R² from the mean squared error on targets y [N]: 1 − error/variance, whatever their units. Not a number
/// where all of them are equal.
double r_squared(double mean_squared_error, const torch::Tensor& y);

/// Of two classes, with scores [N] that are higher for class 1: how often an example of class 1 is above one
/// of class 0, ties counted by half. Not a number where a class has no example.
double area_under_curve(const torch::Tensor& scores, const torch::Tensor& y);

}  // namespace gbho::inline internal
