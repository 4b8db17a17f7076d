#include "methods/gradient/perturbation_scale.h"

#include <cmath>

namespace gbho::inline internal {
namespace {

// The inverse of softplus(rho) = log(1 + exp rho).
double softplus_inverse(double sigma) {
  return std::log(std::expm1(sigma));
}

Space bounds_of_rho(const StnOptions& options, int64_t hyperparameters) {
  std::vector<Dimension> dimensions;
  for (int64_t k = 0; k < hyperparameters; ++k) {
    dimensions.push_back({std::to_string(k), "real", softplus_inverse(options.scale_min),
                          softplus_inverse(options.scale_max), "identity"});
  }
  return Space(std::move(dimensions));
}

}  // namespace

PerturbationScale::PerturbationScale(const StnOptions& options, int64_t hyperparameters)
    : options_(options),
      bounds_(bounds_of_rho(options, hyperparameters)),
      adam_(bounds_, options.scale_rate),
      rho_(torch::full({1, hyperparameters}, softplus_inverse(options.scale), torch::kDouble)) {}

torch::Tensor PerturbationScale::sigma() const {
  return torch::softplus(rho_).squeeze(0);
}

void PerturbationScale::step(const torch::Tensor& gradient) {
  const torch::Tensor own = gradient - options_.entropy / sigma();
  rho_ = adam_.next(rho_, own * torch::sigmoid(rho_));
}

void PerturbationScale::add_to(Snapshot& snapshot) const {
  snapshot.add("scale_adam", adam_.state());
  snapshot.add("scale_rho", rho_);
}

void PerturbationScale::restore(const Snapshot& snapshot) {
  adam_.restore(snapshot.weights("scale_adam"));
  rho_ = snapshot.tensor("scale_rho");
}

}  // namespace gbho::inline internal
