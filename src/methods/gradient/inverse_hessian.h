#pragma once

#include "methods/gradient/curvature.h"

namespace gbho::inline internal {

/// How H⁻¹ g is found.
struct InverseOptions {
  std::string solver = "cg";  ///< cg | neumann | dense
  double tolerance = 1e-3;    ///< cg: of ‖Hv − g‖ relative to ‖g‖
  int64_t iterations = 50;    ///< cg: at most so many
  int64_t terms = 20;         ///< neumann: of the series
  double neumann_rate = 0.1;  ///< neumann: α in α Σ_j (I − αH)^j g; below 1/‖H‖
  double damping = 0;         ///< H + damping·I, for networks whose Hessian is not positive definite
};

/// v ≈ (H + damping·I)⁻¹ g with H = ∂²f/∂β². `start`: where conjugate gradients begin; zero when empty.
/// cg: Pedregosa (2016); neumann: Lorraine et al. (2020); dense: Bengio (2000), as many products as weights.
Weights inverse_hessian_times(LowerCurvature& curvature, const Weights& g, const InverseOptions& options,
                              const Weights& start = {});

}  // namespace gbho::inline internal
