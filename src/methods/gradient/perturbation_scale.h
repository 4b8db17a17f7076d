#pragma once

#include <torch/types.h>

#include "gbho/bilevel/space.h"
#include "gbho/methods/stn.h"
#include "gbho/nn/snapshot.h"
#include "methods/gradient/lambda_adam.h"

namespace gbho::inline internal {

/// The widths sigma = softplus(rho) of λ's perturbations, one for each hyperparameter, tuned on
/// F − entropy·Σ log sigma and kept between their bounds.
class PerturbationScale {
 public:
  PerturbationScale(const StnOptions& options, int64_t hyperparameters);
  PerturbationScale(const PerturbationScale&) = delete;
  PerturbationScale& operator=(const PerturbationScale&) = delete;

  /// [n], double, on the CPU.
  torch::Tensor sigma() const;
  /// One step of Adam, by dF/dsigma [n].
  void step(const torch::Tensor& gradient);

  void add_to(Snapshot& snapshot) const;
  void restore(const Snapshot& snapshot);

 private:
  const StnOptions& options_;
  Space bounds_;  ///< of rho
  LambdaAdam adam_;
  torch::Tensor rho_;  ///< [1, n]
};

}  // namespace gbho::inline internal
