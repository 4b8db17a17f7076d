#pragma once

#include <torch/types.h>

#include <vector>

#include "gbho/bilevel/problem.h"
#include "gbho/record/ledger.h"
#include "gbho/record/lower_options.h"
#include "methods/gradient/curvature.h"
#include "train/training_rows.h"

namespace gbho::inline internal {

/// m ← μm + g,  β ← β − αm,  or β ← β − α(g + μm) in Nesterov's form.
struct SgdRule {
  double rate = 0.1;
  double momentum = 0.9;
  bool nesterov = true;
};

struct SgdState {
  Weights weights;
  Weights velocity;
};

/// The state after a step along g. Makes new tensors and leaves the old ones alone.
SgdState sgd_step(const SgdRule& rule, const SgdState& state, const Weights& gradient);

/// The steps of SGD on f, numbered through all epochs: a mini-batch of the solver's order each for networks,
/// the whole gradient for other problems. Charges what it passes.
class SgdSteps {
 public:
  /// Problem and ledger must outlive it.
  SgdSteps(const Problem& problem, const LowerOptions& lower, uint64_t seed, Ledger& ledger);

  const Problem& problem() const { return problem_; }
  /// With the rate that the schedule gives to the step's epoch.
  SgdRule rule(int64_t step) const;
  int64_t per_epoch() const { return rows_.steps_per_epoch(); }
  /// The weights and the zero velocity that a fresh solve begins with.
  SgdState start() const;

  /// ∂f/∂β on the examples of the step.
  Weights gradient(const torch::Tensor& lambda, const Weights& weights, int64_t step);
  /// The training examples of the step; undefined: all of them.
  torch::Tensor rows(int64_t step) { return rows_.rows(step); }
  /// Charges a gradient on the examples of the step and so many products with second derivatives.
  void charge(int64_t step, int64_t gradients, int64_t products);
  Ledger& ledger() { return ledger_; }

 private:
  const Problem& problem_;
  LowerOptions lower_;
  SgdRule rule_;
  uint64_t seed_;
  Ledger& ledger_;
  TrainingRows rows_;
};

}  // namespace gbho::inline internal
