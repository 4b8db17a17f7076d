#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "gbho/base/error.h"
#include "gbho/methods/journal.h"
#include "methods/eigen_tensors.h"
#include "methods/judge.h"
#include "methods/two_sided/hypergradient.h"
#include "methods/two_sided/regimes.h"
#include "methods/work_input.h"
#include "train/solve_progress.h"

// Three members train beside each other at one λ: β⁰ on f, β⁺ on f + εF, β⁻ on f − εF (in the linear form
// ±ε⟨∇F(β⁰), β⟩, the gradient renewed every epoch). After each epoch λ takes one step of Adam along
// ∂_λ F + (∂_λ f(β⁺) − ∂_λ f(β⁻))/(2ε). The cost of a step does not depend on the number of hyperparameters.

namespace gbho {
namespace {

constexpr double kDecay1 = 0.9;
constexpr double kDecay2 = 0.999;

/// Adam in λ, inside the box.
class LambdaAdam {
 public:
  LambdaAdam(const Space& space, double rate)
      : space_(space),
        rate_(rate),
        first_(torch::zeros({1, space.size()}, torch::kDouble)),
        second_(torch::zeros({1, space.size()}, torch::kDouble)) {}

  torch::Tensor next(const torch::Tensor& lambda, const torch::Tensor& gradient) {
    ++steps_;
    first_ = kDecay1 * first_ + (1 - kDecay1) * gradient;
    second_ = kDecay2 * second_ + (1 - kDecay2) * gradient.square();
    const torch::Tensor mean = first_ / (1 - std::pow(kDecay1, steps_));
    const torch::Tensor spread = (second_ / (1 - std::pow(kDecay2, steps_))).sqrt() + 1e-12;
    return space_.clamp(lambda - rate_ * mean / spread);
  }

  Weights state() const { return {first_, second_, torch::tensor(steps_, torch::kDouble)}; }
  void restore(const Weights& state) {
    first_ = state.at(0);
    second_ = state.at(1);
    steps_ = state.at(2).item<double>();
  }

 private:
  const Space& space_;
  double rate_;
  double steps_ = 0;
  torch::Tensor first_;
  torch::Tensor second_;
};

/// The three members and what one epoch of them says.
class Trio {
 public:
  Trio(MethodContext& context, const TwoSidedOptions& options, TrainState state)
      : context_(context), options_(options), state_(std::move(state)) {}

  const TrainState& state() const { return state_; }

  /// One epoch at λ [1, n]. False when a member diverged.
  bool train_epoch(const torch::Tensor& lambda) {
    const torch::Tensor rows = lambda.repeat({3, 1});
    SolveRequest request;
    request.lambda = rows;
    request.seed = context_.seed();
    request.start = std::move(state_);
    request.upper = UpperTerm{{0.0, options_.epsilon, -options_.epsilon}, {}, {}};
    charge_upper_slopes(context_, 1);
    const Derivatives upper =
        context_.problem().upper_derivatives(lambda, slice_members(request.start->weights, 0, 1));
    direct_slope_ = upper.lambda.to(torch::kCPU);
    if (options_.form == "linear") request.upper->direction = repeat_member(upper.weights, 0, 3);
    LowerOptions lower = context_.options().lower;
    lower.schedule = "constant";
    lower.epochs = request.start->epoch + 1;
    Ledger spent;
    SolveResult solved = solve_lower(context_.problem(), lower, context_.options().runtime, request, spent);
    spent.lower_solves = 0;  // three long solves in all, counted once
    context_.ledger() += spent;
    const bool alive = std::all_of(solved.members.begin(), solved.members.end(), [](const MemberOutcome& m) {
      return m.status != MemberStatus::kDiverged;
    });
    state_ = std::move(solved.state);
    if (alive) {
      judgement_ =
          judge(context_.problem(), rows, state_.weights, context_.options().runtime, context_.ledger());
    }
    return alive;
  }

  /// [1, n]
  torch::Tensor hypergradient() const {
    const torch::Tensor slopes = judgement_.lambda_gradient.to(torch::kCPU);
    return direct_slope_ + (slopes.slice(0, 1, 2) - slopes.slice(0, 2, 3)) / (2 * options_.epsilon);
  }
  /// Of β⁰, on the selection part where there is one.
  double criterion() const {
    return judgement_.selection.empty() ? judgement_.upper[0] : judgement_.selection[0];
  }

 private:
  MethodContext& context_;
  const TwoSidedOptions& options_;
  TrainState state_;
  Judgement judgement_;
  torch::Tensor direct_slope_;  ///< ∂F/∂λ at β⁰; zero for networks
};

/// All three go on from one member of a trained batch.
TrainState three_of(const TrainState& batch, int64_t member) {
  if (batch.weights.empty()) throw StoreError("the weights to go on from are no longer kept");
  TrainState state{repeat_member(batch.weights, member, 3), {}, batch.epoch};
  for (const Weights& moment : batch.moments) state.moments.push_back(repeat_member(moment, member, 3));
  return state;
}

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

// λ moves while the three train. False when interrupted.
bool run_loop(MethodContext& context, const TwoSidedOptions& options, TrainState start,
              const Continuation& continuation, Loop& loop) {
  LambdaAdam adam(context.space(), options.lambda_rate);
  if (continuation.from) {
    start = state_of(*continuation.from);
    loop.restore(*continuation.from);
    adam.restore(continuation.from->weights("adam"));
  } else {
    context.ledger().lower_solves += 3;
  }
  Trio trio(context, options, std::move(start));
  const int64_t epochs = options.warm_up + options.loop_epochs;
  while (loop.epoch < epochs && loop.epoch - loop.best_epoch <= options.patience + options.warm_up) {
    if (context.solves_left() < 1 || !trio.train_epoch(loop.lambda)) return true;
    if (loop.epoch >= options.warm_up) {
      if (trio.criterion() < loop.best) {
        loop.best = trio.criterion();
        loop.best_lambda = loop.lambda;
        loop.best_epoch = loop.epoch;
      }
      loop.lambda = adam.next(loop.lambda, trio.hypergradient());
    }
    ++loop.epoch;
    const bool leaving = !context.report_phase(static_cast<double>(loop.epoch) / static_cast<double>(epochs));
    if (continuation.offer) {
      continuation.offer(
          [&] {
            Snapshot snapshot = loop.snapshot();
            snapshot.add("adam", adam.state());
            for (auto& [name, tensor] : state_snapshot(trio.state()).tensors) snapshot.add(name, tensor);
            return snapshot;
          },
          leaving);
    }
    if (leaving) return false;
  }
  return true;
}

}  // namespace

MethodResult run_single_loop(MethodContext& context, const TwoSidedOptions& options) {
  const torch::Tensor diagonal = diagonal_points(
      context.space(), std::max<int64_t>(1, std::min(options.diagonal, context.solves_left())));
  context.begin_phase("design", diagonal.size(0));
  const TrainedBatch shared = context.train(diagonal);
  if (shared.evaluations.empty())
    return finish(context, Termination::kInterrupted, "the diagonal unfinished");
  context.end_phase();
  const int64_t start = best_candidate(shared.evaluations);
  if (start < 0) return finish(context, Termination::kNoModel, "no candidate could be trained");

  // Three members, and the check at the end.
  if (context.solves_left() < 4) return finish(context, Termination::kBudget, "the budget ended the search");

  Loop loop;
  loop.lambda = loop.best_lambda = diagonal.slice(0, start, start + 1);
  context.begin_phase("search", 3);
  Work work;
  work.kind = "loop";
  work.input = work_input(loop.lambda, {});
  work.continues = true;
  work.releases = true;
  const bool done = context.once(work, [&](const Continuation& continuation) {
    const bool ran = run_loop(context, options, three_of(shared.state, start), continuation, loop);
    work.result = loop.snapshot();
    return ran;
  });
  if (!done) return finish(context, Termination::kInterrupted, "the loop unfinished");
  loop.restore(work.result);
  context.end_phase();

  // A model of its own at the λ that was best on the way; the shared λ of the diagonal is among its rivals.
  context.begin_phase("check", 1);
  const std::vector<Evaluation> final = context.evaluate(loop.best_lambda);
  context.end_phase();
  const bool kept = !final.empty() && context.best()->evaluation.lambda == final[0].lambda;
  return finish(
      context, Termination::kFinished,
      fmt::format("{} epochs, best at epoch {}; {}", loop.epoch, loop.best_epoch,
                  kept ? "better than one shared λ" : "not better than one shared λ, which is the answer"));
}

}  // namespace gbho
