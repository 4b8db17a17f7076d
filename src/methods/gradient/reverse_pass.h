#pragma once

#include "methods/gradient/trajectory.h"

namespace gbho::inline internal {

/// dF(λ, β_last)/dλ [1, n] through the steps last − count, …, last − 1 that led to β_last: what came before
/// them is taken not to depend on λ. Follows the trajectory back. Charges F's gradient and the products.
torch::Tensor reverse_pass(SgdSteps& steps, Trajectory& trajectory, const torch::Tensor& lambda, int64_t last,
                           int64_t count);

}  // namespace gbho::inline internal
