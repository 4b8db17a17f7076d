#pragma once

#include "methods/gradient/fixed_point.h"
#include "methods/gradient/trajectory.h"

namespace gbho::inline internal {

/// Keeps no weights: it runs SGD backwards, bit for bit. On the CPU, where a gradient that is computed again
/// is the same to the last bit. Plain momentum only; the velocity begins at zero.
class ReversibleTrajectory : public Trajectory {
 public:
  ReversibleTrajectory(SgdSteps& steps, const Weights& start)
      : steps_(steps), sgd_(start, steps.rule(0).momentum), first_(sgd_.position_digits()) {}

  bool forward(const torch::Tensor& lambda, int64_t step) override;
  /// Throws RunError when the last of these steps does not end at the start.
  Weights back(const torch::Tensor& lambda, int64_t step) override;
  SgdState state() const override { return {sgd_.weights(), sgd_.velocity()}; }
  int64_t stored_bytes() const override {
    return sgd_.bytes() + static_cast<int64_t>(first_.size() * sizeof(int64_t));
  }

  const FixedPointSgd& sgd() const { return sgd_; }

 private:
  SgdSteps& steps_;
  FixedPointSgd sgd_;
  std::vector<int64_t> first_;
  int64_t ahead_ = 0;  ///< steps forward less steps back
};

}  // namespace gbho::inline internal
