#pragma once

#include "gbho/run/context.h"

namespace gbho::inline internal {

/// What an estimator works with: a problem (with folds, that of one of them) and the run's options, seed and
/// ledger. The run outlives it.
class EstimatorContext {
 public:
  /// Of the run's own problem; implicit, since without folds that is the only one.
  EstimatorContext(MethodContext& run) : EstimatorContext(run, run.problem()) {}
  EstimatorContext(MethodContext& run, const Problem& problem) : run_(&run), problem_(&problem) {}

  const Problem& problem() const { return *problem_; }
  const Space& space() const { return problem_->space(); }
  const TuneOptions& options() const { return run_->options(); }
  uint64_t seed() const { return run_->seed(); }
  Ledger& ledger() const { return run_->ledger(); }

 private:
  MethodContext* run_;
  const Problem* problem_;
};

}  // namespace gbho::inline internal
