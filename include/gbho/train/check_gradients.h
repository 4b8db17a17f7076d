#pragma once

#include <cstdint>
#include <string>

namespace at {
class Tensor;
}

namespace gbho {

class Problem;
struct NetworkLevel;
struct Runtime;

/// ∇f three ways, at the initial weights: the engine that would train, autograd, and central differences.
struct GradientCheck {
  double max_relative_error = 0;  ///< engine against autograd: ‖a − b‖/‖b‖, worst parameter tensor
  double finite_difference_error =
      0;  ///< autograd against central differences along random directions, in double
  std::string worst_parameter;
  bool passed = false;
};

/// λ is [E, n]. Passes when the engine agrees to 1e-5 and the differences to 1e-4.
GradientCheck check_gradients(const NetworkLevel& problem, const at::Tensor& lambda, uint64_t seed,
                              const Runtime& runtime);

/// The gradients that a problem gives, of F and of f, in λ and in β, against central differences of its
/// values.
struct ProblemCheck {
  double upper_lambda = 0;  ///< worst relative error along random directions
  double upper_weights = 0;
  double lower_lambda = 0;
  double lower_weights = 0;
  double error = 0;  ///< the worst of the four
  bool passed = false;
};

/// At random points of the box and weights around the initial ones, in double precision where the problem
/// allows it. Passes at 1e-4.
ProblemCheck check_gradients(const Problem& problem, uint64_t seed, int64_t points = 3);

}  // namespace gbho
