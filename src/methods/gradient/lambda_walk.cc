#include "methods/gradient/lambda_walk.h"

#include "methods/gradient/loop_look.h"

namespace gbho::inline internal {

LambdaWalk::LambdaWalk(MethodContext& context, const LoopPlan& plan, HypergradientEstimator& estimator,
                       const Continuation& continuation, LoopState& state)
    : context_(context),
      plan_(plan),
      options_(plan.options),
      estimator_(estimator),
      continuation_(continuation),
      state_(state),
      adam_(context.space(), plan.options.lambda_rate) {
  if (continuation.from) restore(*continuation.from);
}

bool LambdaWalk::run() {
  while (has_rounds_left() && can_pay_a_round()) {
    if (!advance_networks()) return true;  // diverged: what was found before stands
    if (!warming_up()) {
      if (time_to_look()) look_at_network(context_, options_, estimator_, state_);
      step_lambda();
    }
    if (!end_round()) return false;
  }
  return true;
}

bool LambdaWalk::has_rounds_left() const {
  // Nothing better can be seen before the first look, nor between two of them.
  const int64_t patience = options_.patience + options_.warm_up + options_.check_every - 1;
  return state_.round < rounds() && state_.round - state_.best_round <= patience;
}

// One solve is kept back for the model at the end.
bool LambdaWalk::can_pay_a_round() const {
  return context_.solves_left() >= 1 + plan_.solves_per_round;
}

bool LambdaWalk::advance_networks() {
  if (!estimator_.advance(state_.lambda)) return false;
  context_.ledger().lower_solves += plan_.solves_per_round;
  return true;
}

bool LambdaWalk::time_to_look() const {
  const bool last = state_.round + 1 == rounds();
  return last || (state_.round - options_.warm_up) % options_.check_every == 0;
}

void LambdaWalk::step_lambda() {
  const torch::Tensor gradient = estimator_.hypergradient();
  const torch::Tensor own = estimator_.next_lambda(state_.lambda, gradient);
  state_.lambda = own.defined() ? own : adam_.next(state_.lambda, gradient);
}

// Reports, and offers what it takes to go on from here. False when the run is to be left.
bool LambdaWalk::end_round() {
  ++state_.round;
  const bool leaving =
      !context_.report_phase(static_cast<double>(state_.round) / static_cast<double>(rounds()));
  if (continuation_.offer) continuation_.offer([this] { return snapshot(); }, leaving);
  return !leaving;
}

Snapshot LambdaWalk::snapshot() const {
  Snapshot snapshot = estimator_.snapshot();
  for (auto& [name, tensor] : state_.snapshot().tensors) snapshot.add(name, tensor);
  snapshot.add("loop.adam", adam_.state());
  return snapshot;
}

void LambdaWalk::restore(const Snapshot& snapshot) {
  estimator_.restore(snapshot);
  state_.restore(snapshot);
  adam_.restore(snapshot.weights("loop.adam"));
}

}  // namespace gbho::inline internal
