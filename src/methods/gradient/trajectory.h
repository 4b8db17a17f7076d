#pragma once

#include <deque>

#include "methods/gradient/sgd_steps.h"

namespace gbho::inline internal {

/// A run of SGD that can be followed back from its last step to its first.
class Trajectory {
 public:
  virtual ~Trajectory() = default;

  /// Takes the step of this number from where it stands. False: it left the numbers that it can hold.
  virtual bool forward(const torch::Tensor& lambda, int64_t step) = 0;
  /// The weights before the last step that was not yet gone back, which has this number.
  virtual Weights back(const torch::Tensor& lambda, int64_t step) = 0;
  /// Where the steps forward have led.
  virtual SgdState state() const = 0;
  /// Of memory for the way back.
  virtual int64_t stored_bytes() const = 0;
};

/// Keeps the weights before every step, or before the last `window` of them.
class StoredTrajectory : public Trajectory {
 public:
  StoredTrajectory(SgdSteps& steps, SgdState start, int64_t window)
      : steps_(steps), state_(std::move(start)), window_(window) {}

  bool forward(const torch::Tensor& lambda, int64_t step) override;
  Weights back(const torch::Tensor& lambda, int64_t step) override;
  SgdState state() const override { return state_; }
  int64_t stored_bytes() const override;

 private:
  SgdSteps& steps_;
  SgdState state_;
  int64_t window_;
  std::deque<Weights> stored_;
};

/// Keeps the first and the last weights; those between are taken to lie on the straight line, evenly
/// (Fu et al. 2016).
class LineTrajectory : public Trajectory {
 public:
  LineTrajectory(SgdSteps& steps, SgdState start)
      : steps_(steps), first_(start.weights), state_(std::move(start)) {}

  bool forward(const torch::Tensor& lambda, int64_t step) override;
  Weights back(const torch::Tensor& lambda, int64_t step) override;
  SgdState state() const override { return state_; }
  int64_t stored_bytes() const override;

 private:
  SgdSteps& steps_;
  Weights first_;
  SgdState state_;
  int64_t taken_ = 0;
  int64_t undone_ = 0;
};

}  // namespace gbho::inline internal
