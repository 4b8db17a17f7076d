#pragma once

#include <memory>

#include "gbho/methods/unrolled.h"
#include "methods/gradient/estimator.h"
#include "methods/gradient/estimator_context.h"
#include "methods/gradient/tangents.h"
#include "methods/gradient/trajectory.h"

namespace gbho::inline internal {

/// Steps of SGD in a round, and how many of them, from its end, are differentiated.
struct UnrolledRound {
  int64_t steps = 0;
  int64_t window = 0;
};
UnrolledRound unrolled_round(const UnrolledOptions& options, const LowerOptions& lower, int64_t per_epoch);

/// A run of SGD a round, and the reverse pass through it. In truncated mode the run goes on from where the
/// last one ended, else it begins anew.
class ReverseEstimator : public HypergradientEstimator {
 public:
  ReverseEstimator(const EstimatorContext& context, const UnrolledOptions& options, TrainState start);

  bool advance(const torch::Tensor& lambda) override;
  torch::Tensor hypergradient() override;
  Weights weights() override { return state_.weights; }
  Snapshot snapshot() override;
  void restore(const Snapshot& snapshot) override;

 private:
  bool goes_on() const { return options_.mode == "truncated"; }
  std::unique_ptr<Trajectory> begin();

  EstimatorContext context_;
  const UnrolledOptions& options_;
  SgdSteps steps_;
  UnrolledRound round_;
  SgdState state_;     ///< after the last round
  int64_t taken_ = 0;  ///< steps of SGD so far; of the round where each begins anew
  torch::Tensor lambda_;
  std::unique_ptr<Trajectory> trajectory_;  ///< of the last round, until its hypergradient is taken
  torch::Tensor gradient_;                  ///< of the last round, from then on
};

/// The same by tangents instead of a reverse pass.
class ForwardEstimator : public HypergradientEstimator {
 public:
  explicit ForwardEstimator(const EstimatorContext& context);

  bool advance(const torch::Tensor& lambda) override;
  torch::Tensor hypergradient() override { return run_->hypergradient(lambda_); }
  Weights weights() override { return run_->weights(); }
  /// Every round begins anew: there is nothing to go on from.
  Snapshot snapshot() override { return {}; }
  void restore(const Snapshot& /*snapshot*/) override {}

 private:
  EstimatorContext context_;
  SgdSteps steps_;
  torch::Tensor lambda_;
  std::unique_ptr<TangentSgd> run_;
};

}  // namespace gbho::inline internal
