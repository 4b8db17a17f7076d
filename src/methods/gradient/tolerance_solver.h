#pragma once

#include "gbho/train/solver.h"
#include "methods/gradient/estimator_context.h"

namespace gbho::inline internal {

/// A network that is solved anew at every λ by L-BFGS, from where it was, until ‖∇f‖ is below a share of what
/// it is at the initial weights of the seed.
class ToleranceSolver {
 public:
  ToleranceSolver(const EstimatorContext& context, const TrainState& start, int64_t iterations);

  /// False when f is not finite.
  bool solve(const torch::Tensor& lambda, double tolerance);
  const Weights& weights() const { return weights_; }

  Snapshot snapshot() const;
  void restore(const Snapshot& snapshot);

 private:
  double norm_at_the_start(const torch::Tensor& lambda) const;

  EstimatorContext context_;
  LowerOptions lower_;
  Weights weights_;
  double reference_ = 0;  ///< ‖∇f‖ at the initial weights and the first λ; 0 before it is known
};

}  // namespace gbho::inline internal
