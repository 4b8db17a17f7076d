#include "methods/gradient/gradient_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "gbho/base/error.h"
#include "gbho/methods/journal.h"
#include "methods/gradient/lambda_adam.h"
#include "methods/work_input.h"

namespace gbho {
namespace {

/// Where the loop stands, and what came of it.
struct Loop {
  torch::Tensor lambda;       ///< [1, n]
  torch::Tensor best_lambda;  ///< with the lowest criterion on the way
  double best = std::numeric_limits<double>::infinity();
  int64_t best_epoch = 0;
  int64_t epoch = 0;

  Snapshot snapshot() const {
    Snapshot snapshot;
    snapshot.add("lambda", lambda);
    snapshot.add("best_lambda", best_lambda);
    snapshot.add("best", torch::tensor(best, torch::kDouble));
    snapshot.add("epochs", torch::tensor(std::vector<int64_t>{best_epoch, epoch}, torch::kLong));
    return snapshot;
  }
  void restore(const Snapshot& snapshot) {
    lambda = snapshot.tensor("lambda");
    best_lambda = snapshot.tensor("best_lambda");
    best = snapshot.tensor("best").item<double>();
    best_epoch = snapshot.tensor("epochs")[0].item<int64_t>();
    epoch = snapshot.tensor("epochs")[1].item<int64_t>();
  }
};

Snapshot snapshot_of(const Loop& loop, const LambdaAdam& adam, const HypergradientEstimator& estimator) {
  Snapshot snapshot = estimator.snapshot();
  for (auto& [name, tensor] : loop.snapshot().tensors) snapshot.add(name, tensor);
  snapshot.add("adam", adam.state());
  return snapshot;
}

// λ moves while the estimator's networks train. False when interrupted.
bool run_loop(MethodContext& context, const LoopOptions& options, HypergradientEstimator& estimator,
              const Continuation& continuation, Loop& loop) {
  LambdaAdam adam(context.space(), options.lambda_rate);
  if (continuation.from) {
    estimator.restore(*continuation.from);
    loop.restore(*continuation.from);
    adam.restore(continuation.from->weights("adam"));
  }
  const int64_t epochs = options.warm_up + options.loop_epochs;
  while (loop.epoch < epochs && loop.epoch - loop.best_epoch <= options.patience + options.warm_up) {
    if (context.solves_left() < 1 || !estimator.advance(loop.lambda)) return true;
    if (loop.epoch >= options.warm_up) {
      if (estimator.criterion() < loop.best) {
        loop.best = estimator.criterion();
        loop.best_lambda = loop.lambda;
        loop.best_epoch = loop.epoch;
      }
      loop.lambda = adam.next(loop.lambda, estimator.hypergradient());
    }
    ++loop.epoch;
    const bool leaving = !context.report_phase(static_cast<double>(loop.epoch) / static_cast<double>(epochs));
    if (continuation.offer) continuation.offer([&] { return snapshot_of(loop, adam, estimator); }, leaving);
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

MethodResult run_gradient_loop(MethodContext& context, const LoopOptions& options, int64_t members,
                               const EstimatorMaker& make) {
  const torch::Tensor diagonal = diagonal_points(
      context.space(), std::max<int64_t>(1, std::min(options.diagonal, context.solves_left())));
  context.begin_phase("design", diagonal.size(0));
  const TrainedBatch shared = context.train(diagonal);
  if (shared.evaluations.empty())
    return finish(context, Termination::kInterrupted, "the diagonal unfinished");
  context.end_phase();
  const int64_t start = best_candidate(shared.evaluations);
  if (start < 0) return finish(context, Termination::kNoModel, "no candidate could be trained");

  // The networks that train, and the check at the end.
  if (context.solves_left() < members + 1) {
    return finish(context, Termination::kBudget, "the budget ended the search");
  }
  Loop loop;
  loop.lambda = loop.best_lambda = diagonal.slice(0, start, start + 1);
  Work work;
  work.kind = "loop";
  work.input = work_input(loop.lambda, {});
  work.continues = true;
  work.releases = true;
  context.begin_phase("search", members);
  const bool done = context.once(work, [&](const Continuation& continuation) {
    const auto estimator = make(only(shared.state, start));
    if (!continuation.from) context.ledger().lower_solves += members;
    const bool ran = run_loop(context, options, *estimator, continuation, loop);
    work.result = loop.snapshot();
    return ran;
  });
  if (!done) return finish(context, Termination::kInterrupted, "the loop unfinished");
  loop.restore(work.result);
  context.end_phase();

  // A model of its own at the λ that was best on the way.
  context.begin_phase("check", 1);
  const std::vector<Evaluation> final = context.evaluate(loop.best_lambda);
  context.end_phase();
  const bool kept = !final.empty() && context.best()->evaluation.lambda == final[0].lambda;
  return finish(
      context, Termination::kFinished,
      fmt::format("{} epochs, best at epoch {}; {}", loop.epoch, loop.best_epoch,
                  kept ? "better than one shared λ" : "not better than one shared λ, which is the answer"));
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
