#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "gbho/bilevel/folded_problem.h"
#include "methods/gradient/estimator.h"
#include "methods/gradient/estimator_context.h"

namespace gbho::inline internal {

/// An estimator from a trained network, an ensemble of one.
using EstimatorFactory =
    std::function<std::unique_ptr<HypergradientEstimator>(const EstimatorContext& context, TrainState start)>;

/// An estimator for each fold, all at the same λ. F is the mean over folds, and so is dF/dλ.
class FoldedEstimator : public HypergradientEstimator {
 public:
  FoldedEstimator(MethodContext& run, const FoldedProblem& problem, const EstimatorFactory& make,
                  const TrainState& start);
  ~FoldedEstimator() override;
  FoldedEstimator(const FoldedEstimator&) = delete;
  FoldedEstimator& operator=(const FoldedEstimator&) = delete;

  bool advance(const torch::Tensor& lambda) override;
  torch::Tensor hypergradient() override;
  /// Of all folds, as FoldedProblem has them.
  Weights weights() override;
  bool saw_validation() const override { return folds_.front()->saw_validation(); }

  Snapshot snapshot() override;
  void restore(const Snapshot& snapshot) override;

 private:
  std::vector<std::unique_ptr<HypergradientEstimator>> folds_;
};

/// The estimator of the run's problem: with folds, a FoldedEstimator.
std::unique_ptr<HypergradientEstimator> make_estimator_of_folds(MethodContext& run,
                                                                const EstimatorFactory& make,
                                                                TrainState start);

}  // namespace gbho::inline internal
