#include "methods/gradient/folded_estimator.h"

#include <utility>

#include "train/fold_states.h"

namespace gbho::inline internal {

FoldedEstimator::FoldedEstimator(MethodContext& run, const FoldedProblem& problem,
                                 const EstimatorFactory& make, const TrainState& start) {
  folds_.reserve(problem.folds.size());
  for (size_t k = 0; k < problem.folds.size(); ++k) {
    folds_.push_back(make({run, problem.folds[k]}, state_of_fold(problem, start, k)));
  }
}

// Each may have changed LibTorch's number of threads and gives back what it has found: the last one first.
FoldedEstimator::~FoldedEstimator() {
  while (!folds_.empty()) folds_.pop_back();
}

bool FoldedEstimator::advance(const torch::Tensor& lambda) {
  for (const auto& fold : folds_) {
    if (!fold->advance(lambda)) return false;
  }
  return true;
}

torch::Tensor FoldedEstimator::hypergradient() {
  torch::Tensor sum;
  for (const auto& fold : folds_) {
    const torch::Tensor own = fold->hypergradient();
    sum = sum.defined() ? sum + own : own;
  }
  return sum / static_cast<double>(folds_.size());
}

Weights FoldedEstimator::weights() {
  std::vector<Weights> parts;
  parts.reserve(folds_.size());
  for (const auto& fold : folds_) parts.push_back(fold->weights());
  return FoldedProblem::joined(parts);
}

Snapshot FoldedEstimator::snapshot() {
  std::vector<Snapshot> parts;
  parts.reserve(folds_.size());
  for (const auto& fold : folds_) parts.push_back(fold->snapshot());
  return joined_snapshot(parts);
}

void FoldedEstimator::restore(const Snapshot& snapshot) {
  const std::vector<Snapshot> parts = snapshots_of_folds(snapshot);
  for (size_t k = 0; k < folds_.size(); ++k) folds_[k]->restore(parts.at(k));
}

std::unique_ptr<HypergradientEstimator> make_estimator_of_folds(MethodContext& run,
                                                                const EstimatorFactory& make,
                                                                TrainState start) {
  if (const FoldedProblem* folded = run.problem().folded()) {
    return std::make_unique<FoldedEstimator>(run, *folded, make, start);
  }
  return make(run, std::move(start));
}

}  // namespace gbho::inline internal
