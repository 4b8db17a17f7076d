#include "methods/gradient/implicit_state.h"

namespace gbho::inline internal {

ImplicitState::ImplicitState(const Weights& start) {
  for (const torch::Tensor& tensor : start) lower.weights.push_back(tensor.detach().clone());
  lower.velocity = times(0, lower.weights);
  solution = lower.velocity;
}

Snapshot ImplicitState::snapshot() const {
  Snapshot snapshot;
  snapshot.add("weights", lower.weights);
  snapshot.add("velocity", lower.velocity);
  snapshot.add("solution", solution);
  snapshot.add("steps", torch::tensor({step, system_step}, torch::kLong));
  return snapshot;
}

void ImplicitState::restore(const Snapshot& snapshot) {
  const Weights like = lower.weights;
  lower.weights = moved_to(snapshot.weights("weights"), like);
  lower.velocity = moved_to(snapshot.weights("velocity"), like);
  solution = moved_to(snapshot.weights("solution"), like);
  const torch::Tensor steps = snapshot.tensor("steps").reshape({-1});  // saba kept a single number once
  step = steps[0].item<int64_t>();
  system_step = steps.numel() > 1 ? steps[1].item<int64_t>() : 0;
}

}  // namespace gbho::inline internal
