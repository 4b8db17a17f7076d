#include "methods/gradient/unrolled_estimators.h"

#include <algorithm>

#include "gbho/base/clock.h"
#include "methods/gradient/reverse_pass.h"
#include "methods/gradient/reversible_trajectory.h"

namespace gbho::inline internal {

UnrolledRound unrolled_round(const UnrolledOptions& options, const LowerOptions& lower, int64_t per_epoch) {
  UnrolledRound round;
  if (options.mode != "truncated") {
    round.steps = round.window = lower.epochs * per_epoch;
    return round;
  }
  round.steps = options.steps > 0 ? options.steps : std::max(per_epoch, options.window);
  round.window = options.window > 0 ? std::min(options.window, round.steps) : round.steps;
  return round;
}

// A network that trains on, beyond the end of a solve, does so at the full rate, as in the other methods of
// the loop.
LowerOptions unrolled_lower(const UnrolledOptions& options, LowerOptions lower) {
  if (options.mode != "truncated") return lower;
  lower.schedule = "constant";
  lower.warm_up = 0;
  return lower;
}

ReverseEstimator::ReverseEstimator(const EstimatorContext& context, const UnrolledOptions& options,
                                   TrainState start)
    : context_(context),
      options_(options),
      steps_(context.problem(), unrolled_lower(options, context.options().lower), context.seed(),
             context.ledger()),
      round_(unrolled_round(options, context.options().lower, steps_.per_epoch())) {
  if (!goes_on()) return;
  state_ = {std::move(start.weights), std::move(start.moments.front())};
  taken_ = start.epoch * steps_.per_epoch();
}

std::unique_ptr<Trajectory> ReverseEstimator::begin() {
  if (goes_on()) return std::make_unique<StoredTrajectory>(steps_, state_, round_.window);
  taken_ = 0;
  SgdState start = steps_.start();
  if (options_.mode == "reversible") return std::make_unique<ReversibleTrajectory>(steps_, start.weights);
  if (options_.mode == "drmad") return std::make_unique<LineTrajectory>(steps_, std::move(start));
  return std::make_unique<StoredTrajectory>(steps_, std::move(start), round_.window);
}

bool ReverseEstimator::advance(const torch::Tensor& lambda) {
  // A hypergradient that is no number makes λ none.
  if (!all_finite({lambda})) return false;
  const Stopwatch watch;
  lambda_ = lambda;
  trajectory_ = begin();
  for (int64_t i = 0; i < round_.steps; ++i) {
    if (!trajectory_->forward(lambda, taken_++)) return false;
  }
  state_ = trajectory_->state();
  context_.ledger().seconds_lower += watch.seconds();
  return all_finite(state_.weights);
}

torch::Tensor ReverseEstimator::hypergradient() {
  if (trajectory_) gradient_ = reverse_pass(steps_, *trajectory_, lambda_, taken_, round_.window);
  trajectory_.reset();
  return gradient_;
}

Snapshot ReverseEstimator::snapshot() {
  Snapshot snapshot;
  if (!goes_on()) return snapshot;
  snapshot.add("weights", state_.weights);
  snapshot.add("velocity", state_.velocity);
  snapshot.add("taken", torch::tensor(taken_, torch::kLong));
  return snapshot;
}

void ReverseEstimator::restore(const Snapshot& snapshot) {
  if (!goes_on()) return;
  state_ = {snapshot.weights("weights"), snapshot.weights("velocity")};
  taken_ = snapshot.tensor("taken").item<int64_t>();
}

ForwardEstimator::ForwardEstimator(const EstimatorContext& context)
    : context_(context),
      steps_(context.problem(), context.options().lower, context.seed(), context.ledger()) {}

bool ForwardEstimator::advance(const torch::Tensor& lambda) {
  if (!all_finite({lambda})) return false;
  const Stopwatch watch;
  lambda_ = lambda;
  run_ = std::make_unique<TangentSgd>(steps_, steps_.start(), context_.space().size());
  const int64_t count = context_.options().lower.epochs * steps_.per_epoch();
  for (int64_t step = 0; step < count; ++step) run_->forward(lambda, step);
  context_.ledger().seconds_lower += watch.seconds();
  return all_finite(run_->weights());
}

}  // namespace gbho::inline internal
