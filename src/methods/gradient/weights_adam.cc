#include "methods/gradient/weights_adam.h"

#include <cmath>

#include "methods/gradient/weight_vectors.h"

namespace gbho::inline internal {
namespace {

constexpr double kWeightsDecay1 = 0.9;
constexpr double kWeightsDecay2 = 0.999;
constexpr double kWeightsEpsilon = 1e-8;

}  // namespace

WeightsAdam::WeightsAdam(const Weights& like, double rate)
    : rate_(rate), first_(times(0, like)), second_(times(0, like)) {}

Weights WeightsAdam::next(const Weights& weights, const Weights& gradient) {
  ++steps_;
  const auto power = static_cast<double>(steps_);
  const double share1 = 1 - std::pow(kWeightsDecay1, power);
  const double share2 = 1 - std::pow(kWeightsDecay2, power);
  Weights moved;
  for (size_t i = 0; i < weights.size(); ++i) {
    first_[i] = kWeightsDecay1 * first_[i] + (1 - kWeightsDecay1) * gradient[i];
    second_[i] = kWeightsDecay2 * second_[i] + (1 - kWeightsDecay2) * gradient[i].square();
    const torch::Tensor spread = (second_[i] / share2).sqrt() + kWeightsEpsilon;
    moved.push_back(weights[i] - rate_ / share1 * first_[i] / spread);
  }
  return moved;
}

void WeightsAdam::save(const std::string& name, Snapshot& snapshot) const {
  snapshot.add(name + ".first", first_);
  snapshot.add(name + ".second", second_);
  snapshot.add(name + ".steps", torch::tensor(steps_, torch::kLong));
}

void WeightsAdam::restore(const std::string& name, const Snapshot& snapshot) {
  first_ = moved_to(snapshot.weights(name + ".first"), first_);
  second_ = moved_to(snapshot.weights(name + ".second"), second_);
  steps_ = snapshot.tensor(name + ".steps").item<int64_t>();
}

}  // namespace gbho::inline internal
