#pragma once

#include <torch/types.h>

#include <string>

#include "gbho/train/solver.h"

namespace gbho {

/// ∇f three ways, at the initial weights: the engine that would train, autograd, and central differences.
struct GradientCheck {
  double max_relative_error = 0;  ///< engine against autograd: ‖a − b‖/‖b‖, worst parameter tensor
  double finite_difference_error =
      0;  ///< autograd against central differences along random directions, in double
  std::string worst_parameter;
  bool passed = false;
};

/// λ is [E, n]. Passes when the engine agrees to 1e-5 and the differences to 1e-4.
GradientCheck check_gradients(const LowerProblem& problem, const torch::Tensor& lambda, uint64_t seed,
                              const Runtime& runtime);

}  // namespace gbho
