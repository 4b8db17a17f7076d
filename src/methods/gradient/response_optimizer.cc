#include "methods/gradient/response_optimizer.h"

#include <torch/utils.h>

#include <cmath>

// A slope x is trained as y = x/u, u its unit: dL/dy = u·dL/dx, and x ← x − u·(step of y).

namespace gbho::inline internal {
namespace {

constexpr double kRateBesideLbfgs = 0.01;
constexpr double kMomentumBesideLbfgs = 0.9;

torch::Tensor within_norm(const torch::Tensor& gradient, double most) {
  if (most <= 0) return gradient;
  return gradient * (most / gradient.norm().clamp_min(1e-30)).clamp_max(1);
}

Weights kept_moments(const Weights& moments) {
  Weights copies;
  for (const torch::Tensor& tensor : moments) copies.push_back(tensor.to(torch::kCPU).clone());
  return copies;
}

}  // namespace

ResponseOptimizer::ResponseOptimizer(const LowerOptions& lower, ResponseRates rates)
    : lower_(lower), rates_(rates), descends_(lower.optimizer == "sgd") {
  if (rates_.rate > 0) return;
  rates_.rate = lower.optimizer == "lbfgs" ? kRateBesideLbfgs : lower.learning_rate.front();
}

void ResponseOptimizer::step(const BestResponse& response, const Weights& gradients,
                             const torch::Tensor& sigma) {
  const torch::NoGradGuard no_grad;
  Weights tensors = response.tensors();
  const Weights units = response.units(sigma);
  if (first_.empty()) begin(tensors, units);
  ++steps_;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (!gradients[i].defined()) continue;
    const bool slope = units[i].defined();
    const torch::Tensor gradient =
        within_norm(slope ? units[i] * gradients[i] : gradients[i], lower_.clip_norm);
    const torch::Tensor change = descends_ ? descent(i, gradient, slope) : adam(i, gradient);
    tensors[i].sub_(slope ? rates_.slope_rate * units[i] * change : change);
  }
}

void ResponseOptimizer::begin(const Weights& tensors, const Weights& units) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    const torch::Tensor none = torch::zeros({0}, tensors[i].options().requires_grad(false));
    first_.push_back(descends_ && units[i].defined() ? none : torch::zeros_like(tensors[i]));
    second_.push_back(descends_ ? none : torch::zeros_like(tensors[i]));
  }
}

torch::Tensor ResponseOptimizer::descent(size_t i, const torch::Tensor& gradient, bool slope) {
  if (slope) return rates_.rate * rates_.steady_part * gradient;
  const double momentum = lower_.momentum.front();
  first_[i].mul_(momentum).add_(gradient);
  return rates_.rate * (lower_.nesterov ? gradient + momentum * first_[i] : first_[i]);
}

torch::Tensor ResponseOptimizer::adam(size_t i, const torch::Tensor& gradient) {
  const double beta1 = lower_.optimizer == "adam" ? lower_.momentum.front() : kMomentumBesideLbfgs;
  const double beta2 = lower_.beta2;
  first_[i].mul_(beta1).add_(gradient, 1 - beta1);
  second_[i].mul_(beta2).add_(gradient.square(), 1 - beta2);
  const torch::Tensor mean = first_[i] / (1 - std::pow(beta1, steps_));
  const torch::Tensor spread = (second_[i] / (1 - std::pow(beta2, steps_))).sqrt() + lower_.adam_epsilon;
  return rates_.rate * mean / spread;
}

void ResponseOptimizer::add_to(Snapshot& snapshot) const {
  snapshot.add("first_moments", kept_moments(first_));
  snapshot.add("second_moments", kept_moments(second_));
  snapshot.add("optimizer_steps", torch::tensor(steps_, torch::kDouble));
}

void ResponseOptimizer::restore(const Snapshot& snapshot, torch::Device device) {
  first_ = snapshot.weights("first_moments");
  second_ = snapshot.weights("second_moments");
  for (Weights* moments : {&first_, &second_}) {
    for (torch::Tensor& tensor : *moments) tensor = tensor.to(device);
  }
  steps_ = snapshot.tensor("optimizer_steps").item<double>();
}

}  // namespace gbho::inline internal
