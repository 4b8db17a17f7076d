#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gbho/methods/loop_options.h"
#include "gbho/run/method.h"

namespace gbho {

/// The [implicit] table of a study file; the options of the loop come on top.
struct ImplicitOptions {
  std::string preset = "none";  ///< none | hoag: Pedregosa's HOAG; options beside it win
  std::string inner =
      "epoch";  ///< epoch: one of training | tolerance: L-BFGS down to the tolerance of the step
  int64_t inner_iterations = 1000;   ///< tolerance: at most so many of L-BFGS in a step
  std::string lambda_step = "adam";  ///< adam | hoag: −gradient/L, L by what F does
  std::string solver = "cg";         ///< cg | neumann | dense: how the inverse Hessian is applied
  double tolerance = 1e-3;           ///< cg, inner: of residual and gradient, relative, at the first step
  double tolerance_decay = 0.9;      ///< factor of the tolerance at every step
  int64_t iterations = 10;           ///< cg: at most so many in a step, which begins where the last one ended
  int64_t terms = 20;                ///< neumann: terms of the series
  double neumann_rate = 0.1;         ///< neumann: factor of the series; below 1/‖H‖
  double damping = 0.01;             ///< added to the diagonal of the Hessian
};

/// Implicit differentiation: dF/dλ = −∂²f/∂λ∂β·(∂²f/∂β²)⁻¹·∂F/∂β while the network trains.
/// docs/methods/implicit.md.
std::unique_ptr<Method> make_implicit(ImplicitOptions options = {}, LoopOptions loop = {});

}  // namespace gbho
