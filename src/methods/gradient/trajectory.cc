#include "methods/gradient/trajectory.h"

namespace gbho::inline internal {

bool StoredTrajectory::forward(const torch::Tensor& lambda, int64_t step) {
  stored_.push_back(state_.weights);
  if (static_cast<int64_t>(stored_.size()) > window_) stored_.pop_front();
  state_ = sgd_step(steps_.rule(step), state_, steps_.gradient(lambda, state_.weights, step));
  return true;
}

Weights StoredTrajectory::back(const torch::Tensor& /*lambda*/, int64_t /*step*/) {
  Weights weights = std::move(stored_.back());
  stored_.pop_back();
  return weights;
}

int64_t StoredTrajectory::stored_bytes() const {
  int64_t bytes = 0;
  for (const Weights& weights : stored_) bytes += bytes_of(weights);
  return bytes;
}

bool LineTrajectory::forward(const torch::Tensor& lambda, int64_t step) {
  state_ = sgd_step(steps_.rule(step), state_, steps_.gradient(lambda, state_.weights, step));
  ++taken_;
  return true;
}

Weights LineTrajectory::back(const torch::Tensor& /*lambda*/, int64_t /*step*/) {
  ++undone_;
  const double part = static_cast<double>(taken_ - undone_) / static_cast<double>(taken_);
  return plus(times(1 - part, first_), part, state_.weights);
}

int64_t LineTrajectory::stored_bytes() const {
  return bytes_of(first_) + bytes_of(state_.weights);
}

}  // namespace gbho::inline internal
