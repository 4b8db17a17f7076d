#pragma once

#include <torch/types.h>

#include <string>

#include "gbho/methods/response_options.h"
#include "methods/gradient/best_response.h"
#include "methods/gradient/estimator_context.h"
#include "methods/gradient/response_optimizer.h"
#include "train/training_rows.h"

namespace gbho::inline internal {

/// Draws around a λ, inside the box.
struct Perturbed {
  torch::Tensor lambda;     ///< [P, n]
  torch::Tensor direction;  ///< [P, n]: dλ/dsigma: what was drawn, zero where the box cut it off
};

/// λ [1, n] + sigma [n]∘z for z ~ N(0, I). The second half of the draws mirrors the first: what is even in z
/// cancels in the gradients of slopes.
Perturbed perturbed(const Space& space, const torch::Tensor& lambda, const torch::Tensor& sigma,
                    int64_t samples, Stream& stream);

/// Trains β̂ to minimize the mean of f(λ', β̂(λ')) over draws λ' around λ.
class ResponseTrainer {
 public:
  /// Draws from the stream METHOD.perturbations.
  ResponseTrainer(const EstimatorContext& context, const ResponseOptions& options, const std::string& method,
                  BestResponse response, int64_t first_epoch);

  const BestResponse& response() const { return response_; }
  /// Of the weights, in an epoch.
  int64_t steps_per_epoch() const { return rows_.steps_per_epoch(); }
  /// Centers β̂ at λ [1, n] and takes so many steps. False when something is no longer finite.
  bool train(const torch::Tensor& lambda, const torch::Tensor& sigma, int64_t steps);
  /// dF(λ, β̂(λ))/dλ for every row of λ [P, n], charged.
  torch::Tensor upper_gradient(const torch::Tensor& lambda) const;
  /// β̂ at its center, an ensemble of one.
  Weights weights() const;

  void add_to(Snapshot& snapshot) const;
  void restore(const Snapshot& snapshot);

 private:
  void step(const torch::Tensor& lambda, const torch::Tensor& sigma);

  EstimatorContext context_;
  const ResponseOptions& options_;
  BestResponse response_;
  ResponseOptimizer optimizer_;
  TrainingRows rows_;
  int64_t first_step_;  ///< of the start's next epoch
  Stream stream_;
  int64_t steps_ = 0;
};

}  // namespace gbho::inline internal
