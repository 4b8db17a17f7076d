#include "methods/gradient/reversible_trajectory.h"

#include <algorithm>

#include "gbho/base/error.h"

namespace gbho::inline internal {

bool ReversibleTrajectory::forward(const torch::Tensor& lambda, int64_t step) {
  ++ahead_;
  return sgd_.step(steps_.gradient(lambda, sgd_.weights(), step), steps_.rule(step).rate);
}

Weights ReversibleTrajectory::back(const torch::Tensor& lambda, int64_t step) {
  Weights weights = sgd_.weights_back(steps_.rule(step).rate);
  sgd_.velocity_back(steps_.gradient(lambda, weights, step));
  const auto is_zero = [](int64_t digits) { return digits == 0; };
  if (--ahead_ == 0 &&
      (sgd_.position_digits() != first_ ||
       !std::all_of(sgd_.velocity_digits().begin(), sgd_.velocity_digits().end(), is_zero))) {
    throw RunError(
        "unrolled.mode = \"reversible\": running backwards did not end at the initial weights, since "
        "gradients "
        "differ from one computation to the next; use full, drmad or truncated");
  }
  return weights;
}

}  // namespace gbho::inline internal
