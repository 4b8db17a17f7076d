#include "methods/gradient/lambda_adam.h"

#include <algorithm>
#include <cmath>

namespace gbho::inline internal {
namespace {

constexpr double kDecay1 = 0.9;
constexpr double kDecay2 = 0.999;

// Hyperparameters that are gone through at a time.
constexpr int64_t kPart = 16384;

// With very many of them the averages are kept in single precision: the memory that they take counts.
torch::ScalarType type_of_averages(const Space& space) {
  return space.is_wide() ? torch::kFloat : torch::kDouble;
}

}  // namespace

LambdaAdam::LambdaAdam(const Space& space, double rate)
    : space_(space),
      rate_(rate),
      first_(torch::zeros({1, space.size()}, type_of_averages(space))),
      second_(torch::zeros({1, space.size()}, type_of_averages(space))) {}

torch::Tensor LambdaAdam::next(const torch::Tensor& lambda, const torch::Tensor& gradient) {
  ++steps_;
  torch::Tensor result = torch::empty(lambda.sizes(), lambda.options());
  for (int64_t k = 0; k < space_.size(); k += kPart) {
    const int64_t count = std::min(kPart, space_.size() - k);
    const auto part = [&](const torch::Tensor& tensor) { return tensor.narrow(-1, k, count); };
    const torch::Tensor slope = part(gradient);
    const torch::Tensor first = kDecay1 * part(first_).to(torch::kDouble) + (1 - kDecay1) * slope;
    const torch::Tensor second = kDecay2 * part(second_).to(torch::kDouble) + (1 - kDecay2) * slope.square();
    part(first_).copy_(first);
    part(second_).copy_(second);
    const torch::Tensor mean = first / (1 - std::pow(kDecay1, steps_));
    const torch::Tensor spread = (second / (1 - std::pow(kDecay2, steps_))).sqrt() + 1e-12;
    const torch::Tensor moved = part(lambda) - rate_ * mean / spread;
    part(result).copy_(torch::minimum(torch::maximum(moved, part(space_.low())), part(space_.high())));
  }
  return result;
}

Weights LambdaAdam::state() const {
  return {first_.clone(), second_.clone(), torch::tensor(steps_, torch::kDouble)};
}

void LambdaAdam::restore(const Weights& state) {
  first_ = state.at(0).clone();  // steps are taken in place
  second_ = state.at(1).clone();
  steps_ = state.at(2).item<double>();
}

}  // namespace gbho::inline internal
