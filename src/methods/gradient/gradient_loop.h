#pragma once

#include "gbho/run/context.h"
#include "methods/gradient/folded_estimator.h"
#include "methods/gradient/gradient_method.h"

namespace gbho::inline internal {

/// What a loop asks of a method.
struct LoopPlan {
  LoopOptions options;
  int64_t networks = 1;          ///< solves that the loop counts for when its networks train on
  int64_t solves_per_round = 0;  ///< solves that a round takes when they begin anew each time
  EstimatorFactory make;
};

/// From the best shared λ, one step of Adam in λ after every round of the estimator's networks. The λ that
/// was best on the way gets a model of its own; the shared λ are among its rivals.
MethodResult run_gradient_loop(MethodContext& context, LoopPlan plan);

}  // namespace gbho::inline internal
