#include "methods/gradient/lambda_adam.h"

#include <cmath>

namespace gbho::inline internal {
namespace {

constexpr double kDecay1 = 0.9;
constexpr double kDecay2 = 0.999;

}  // namespace

LambdaAdam::LambdaAdam(const Space& space, double rate)
    : space_(space),
      rate_(rate),
      first_(torch::zeros({1, space.size()}, torch::kDouble)),
      second_(torch::zeros({1, space.size()}, torch::kDouble)) {}

torch::Tensor LambdaAdam::next(const torch::Tensor& lambda, const torch::Tensor& gradient) {
  ++steps_;
  first_ = kDecay1 * first_ + (1 - kDecay1) * gradient;
  second_ = kDecay2 * second_ + (1 - kDecay2) * gradient.square();
  const torch::Tensor mean = first_ / (1 - std::pow(kDecay1, steps_));
  const torch::Tensor spread = (second_ / (1 - std::pow(kDecay2, steps_))).sqrt() + 1e-12;
  return space_.clamp(lambda - rate_ * mean / spread);
}

Weights LambdaAdam::state() const {
  return {first_, second_, torch::tensor(steps_, torch::kDouble)};
}

void LambdaAdam::restore(const Weights& state) {
  first_ = state.at(0);
  second_ = state.at(1);
  steps_ = state.at(2).item<double>();
}

}  // namespace gbho::inline internal
