#pragma once

#include "gbho/run/context.h"
#include "methods/gradient/estimator.h"
#include "methods/gradient/gradient_loop.h"
#include "methods/gradient/lambda_adam.h"
#include "methods/gradient/loop_state.h"

namespace gbho::inline internal {

/// λ moves while the estimator's networks train: a step of Adam after every round, the warm-up left out.
class LambdaWalk {
 public:
  /// From `state`, or from where an earlier attempt left off. All arguments outlive the walk.
  LambdaWalk(MethodContext& context, const LoopPlan& plan, HypergradientEstimator& estimator,
             const Continuation& continuation, LoopState& state);

  /// False when interrupted.
  bool run();

 private:
  bool has_rounds_left() const;
  bool can_pay_a_round() const;
  bool advance_networks();
  bool time_to_look() const;
  void step_lambda();
  bool end_round();

  int64_t rounds() const { return options_.warm_up + options_.loop_epochs; }
  bool warming_up() const { return state_.round < options_.warm_up; }
  Snapshot snapshot() const;
  void restore(const Snapshot& snapshot);

  MethodContext& context_;
  const LoopPlan& plan_;
  const LoopOptions& options_;
  HypergradientEstimator& estimator_;
  const Continuation& continuation_;
  LoopState& state_;
  LambdaAdam adam_;
};

}  // namespace gbho::inline internal
