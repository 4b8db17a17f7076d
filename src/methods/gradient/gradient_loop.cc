#include "methods/gradient/gradient_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "gbho/base/error.h"
#include "gbho/bilevel/network_problem.h"
#include "gbho/methods/journal.h"
#include "methods/gradient/lambda_adam.h"
#include "methods/gradient/loop_state.h"
#include "methods/work_input.h"

namespace gbho {
namespace {

// With more hyperparameters than this the validation part is overfitted, whatever the method.
constexpr int64_t kMostWithoutSelection = 50;

Snapshot snapshot_of(const LoopState& state, const LambdaAdam& adam, HypergradientEstimator& estimator) {
  Snapshot snapshot = estimator.snapshot();
  for (auto& [name, tensor] : state.snapshot().tensors) snapshot.add(name, tensor);
  snapshot.add("loop.adam", adam.state());
  return snapshot;
}

TracePoint scored(MethodContext& context, const Weights& weights, const torch::Tensor& lambda) {
  TracePoint point;
  if (const NetworkProblem* network = context.problem().network()) {
    const auto scores = [&](const Examples& part) {
      return evaluate(*network->level.model, weights, part, context.options().runtime, context.ledger());
    };
    point.validation_loss = scores(network->validation).loss[0];
    if (!network->selection.empty()) point.selection_loss = scores(network->selection).loss[0];
    if (!network->test.empty()) {
      const Scores test = scores(network->test);
      point.test_loss = test.loss[0];
      point.test_accuracy = test.accuracy[0];
    }
  } else {
    const torch::NoGradGuard no_grad;
    point.validation_loss = context.problem().upper(lambda, weights).item<double>();
    context.ledger().sample_evaluations += context.problem().upper_examples();
  }
  point.sample_gradients = context.ledger().sample_gradients;
  return point;
}

// Looks at the network that stands for the lower level's solution. F of weights that were trained on
// validation examples chooses nothing: then the last λ is as good as any.
void check(MethodContext& context, const LoopOptions& options, HypergradientEstimator& estimator,
           LoopState& state) {
  TracePoint point = scored(context, estimator.weights(), state.lambda);
  point.round = state.round;
  const int64_t every =
      options.curve_models > 0 ? std::max<int64_t>(1, options.loop_epochs / options.curve_models) : 0;
  const auto recorded = std::count_if(state.trace.begin(), state.trace.end(),
                                      [](const TracePoint& known) { return !known.lambda.empty(); });
  if (every > 0 && state.round >= recorded * every)
    point.lambda.assign(state.lambda.data_ptr<double>(),
                        state.lambda.data_ptr<double>() + state.lambda.numel());
  const bool selected = std::isfinite(point.selection_loss);
  const double criterion = selected ? point.selection_loss : point.validation_loss;
  if ((!selected && estimator.saw_validation()) || criterion < state.best) {
    state.best = criterion;
    state.best_lambda = state.lambda;
    state.best_round = state.round;
  }
  state.trace.push_back(std::move(point));
}

// λ moves while the estimator's networks train. False when interrupted.
bool run_loop(MethodContext& context, const LoopPlan& plan, HypergradientEstimator& estimator,
              const Continuation& continuation, LoopState& state) {
  const LoopOptions& options = plan.options;
  LambdaAdam adam(context.space(), options.lambda_rate);
  if (continuation.from) {
    estimator.restore(*continuation.from);
    state.restore(*continuation.from);
    adam.restore(continuation.from->weights("loop.adam"));
  }
  const int64_t rounds = options.warm_up + options.loop_epochs;
  // Nothing better can be seen before the first look, nor between two of them.
  const int64_t patience = options.patience + options.warm_up + options.check_every - 1;
  while (state.round < rounds && state.round - state.best_round <= patience) {
    if (context.solves_left() < 1 + plan.solves_per_round || !estimator.advance(state.lambda)) return true;
    context.ledger().lower_solves += plan.solves_per_round;
    if (state.round >= options.warm_up) {
      const bool last = state.round + 1 == rounds;
      if ((state.round - options.warm_up) % options.check_every == 0 || last)
        check(context, options, estimator, state);
      state.lambda = adam.next(state.lambda, estimator.hypergradient());
    }
    ++state.round;
    const bool leaving =
        !context.report_phase(static_cast<double>(state.round) / static_cast<double>(rounds));
    if (continuation.offer) continuation.offer([&] { return snapshot_of(state, adam, estimator); }, leaving);
    if (leaving) return false;
  }
  return true;
}

// Of an ensemble: one member by itself.
TrainState only(const TrainState& batch, int64_t member) {
  if (batch.weights.empty()) throw StoreError("the weights to go on from are no longer kept");
  return select_members(batch, {member});
}

}  // namespace

MethodResult run_gradient_loop(MethodContext& context, LoopPlan plan) {
  // A network that begins anew each time has nothing to warm up.
  if (plan.solves_per_round > 0) plan.options.warm_up = 0;
  const torch::Tensor diagonal = diagonal_points(
      context.space(), std::max<int64_t>(1, std::min(plan.options.diagonal, context.solves_left())));
  context.begin_phase("design", diagonal.size(0));
  const TrainedBatch shared = context.train(diagonal);
  if (shared.evaluations.empty())
    return finish(context, Termination::kInterrupted, "the diagonal unfinished");
  context.end_phase();
  const int64_t start = best_candidate(shared.evaluations);
  if (start < 0) return finish(context, Termination::kNoModel, "no candidate could be trained");

  // The networks that train, and the check at the end.
  const int64_t networks = plan.solves_per_round > 0 ? 0 : plan.networks;
  if (context.solves_left() < std::max(networks, plan.solves_per_round) + 1) {
    return finish(context, Termination::kBudget, "the budget ended the search");
  }
  LoopState state;
  state.lambda = state.best_lambda = diagonal.slice(0, start, start + 1);
  Work work;
  work.kind = "loop";
  work.input = work_input(state.lambda, {});
  work.continues = true;
  work.releases = true;
  context.begin_phase("search", plan.networks);
  const bool done = context.once(work, [&](const Continuation& continuation) {
    const auto estimator = plan.make(only(shared.state, start));
    if (!continuation.from) context.ledger().lower_solves += networks;
    const bool ran = run_loop(context, plan, *estimator, continuation, state);
    work.result = state.snapshot();
    return ran;
  });
  if (!done) return finish(context, Termination::kInterrupted, "the loop unfinished");
  state.restore(work.result);
  context.end_phase();

  // A model of its own at the λ that was best on the way.
  context.begin_phase("check", 1);
  const std::vector<Evaluation> final = context.evaluate(state.best_lambda);
  context.end_phase();
  const bool moved = !torch::equal(state.best_lambda, diagonal.slice(0, start, start + 1));
  const bool kept = moved && !final.empty() && context.best()->evaluation.lambda == final[0].lambda;
  const bool spent = state.round < plan.options.warm_up + plan.options.loop_epochs &&
                     context.solves_left() < 1 + plan.solves_per_round;
  MethodResult result = finish(
      context, spent ? Termination::kBudget : Termination::kFinished,
      fmt::format("{} rounds, best at round {}; {}", state.round, state.best_round,
                  kept ? "better than one shared λ" : "not better than one shared λ, which is the answer"));
  result.trace = std::move(state.trace);
  return result;
}

std::vector<Option> loop_options(LoopOptions& options) {
  return {{"diagonal", &options.diagonal, "shared values of λ tried first; 1: the center of the box"},
          {"warm_up", &options.warm_up, "rounds before λ moves"},
          {"loop_epochs", &options.loop_epochs, "rounds after the warm-up, one step of λ each"},
          {"lambda_rate", &options.lambda_rate, "Adam's step of λ"},
          {"patience", &options.patience, "rounds without a better model before it stops"},
          {"check_every", &options.check_every, "rounds between looks at the selection part"},
          {"curve_models", &options.curve_models,
           "points of the run at which consistent and refit models are trained for the record, uncharged"}};
}

void check_loop(const std::string& method, const LoopOptions& o) {
  check_number(method + ".lambda_rate", o.lambda_rate, o.lambda_rate > 0, "positive");
  check_at_least(method + ".diagonal", o.diagonal, 1);
  check_at_least(method + ".warm_up", o.warm_up, 0);
  check_at_least(method + ".loop_epochs", o.loop_epochs, 1);
  check_at_least(method + ".patience", o.patience, 1);
  check_at_least(method + ".check_every", o.check_every, 1);
  check_at_least(method + ".curve_models", o.curve_models, 0);
}

void check_selection_part(const Problem& problem, const std::string& method) {
  if (problem.space().size() <= kMostWithoutSelection) return;
  if (problem.network() == nullptr || !problem.network()->selection.empty()) return;
  throw ConfigError(fmt::format(
      "data.split: tuning many hyperparameters ({} here) overfits the validation part; {} needs a selection "
      "part to decide by: write data.split = [0.6, 0.2, 0.2], or give data.selection",
      problem.space().size(), method));
}

torch::Tensor diagonal_points(const Space& space, int64_t count) {
  const torch::Tensor part =
      (torch::arange(count, torch::kDouble) + 0.5).unsqueeze(1) / static_cast<double>(count);
  return space.low() + part * (space.high() - space.low());
}

MethodResult finish(const MethodContext& context, Termination termination, std::string message) {
  MethodResult result;
  result.iterations = iterations_of(context.evaluations());
  result.termination = context.stop_requested() ? Termination::kInterrupted : termination;
  result.message = context.stop_requested() ? "stopped in the search, " + message : std::move(message);
  return result;
}

}  // namespace gbho
