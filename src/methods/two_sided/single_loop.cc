#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "methods/eigen_tensors.h"
#include "methods/judge.h"
#include "methods/two_sided/hypergradient.h"
#include "methods/two_sided/regimes.h"

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
  /// All three go on from one member of a trained batch.
  Trio(MethodContext& context, const TwoSidedOptions& options, const TrainState& batch, int64_t member)
      : context_(context),
        options_(options),
        state_{repeat_member(batch.weights, member, 3), {}, batch.epoch} {
    for (const Weights& moment : batch.moments) state_.moments.push_back(repeat_member(moment, member, 3));
  }

  /// One epoch at λ [1, n]. False when interrupted or when a member diverged.
  bool train_epoch(const torch::Tensor& lambda) {
    const torch::Tensor rows = lambda.repeat({3, 1});
    SolveRequest request;
    request.lambda = rows;
    request.seed = context_.seed();
    request.start = std::move(state_);
    request.upper = UpperTerm{{0.0, options_.epsilon, -options_.epsilon}, {}, {}};
    const Derivatives upper = upper_slopes(context_, lambda, slice_members(request.start->weights, 0, 1));
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
    return alive && !context_.stop_requested();
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

int64_t best_of(const std::vector<Evaluation>& evaluations) {
  int64_t best = -1;
  for (size_t i = 0; i < evaluations.size(); ++i) {
    if (!evaluations[i].usable()) continue;
    if (best < 0 || evaluations[i].criterion() < evaluations[static_cast<size_t>(best)].criterion()) {
      best = static_cast<int64_t>(i);
    }
  }
  return best;
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
  const int64_t start = best_of(shared.evaluations);
  if (start < 0) return finish(context, Termination::kNoModel, "no candidate could be trained");

  // Three members, and the check at the end.
  if (context.solves_left() < 4) return finish(context, Termination::kBudget, "the budget ended the search");

  torch::Tensor lambda = diagonal.slice(0, start, start + 1);
  torch::Tensor best_lambda = lambda;
  double best = std::numeric_limits<double>::infinity();
  int64_t best_epoch = 0;
  Trio trio(context, options, shared.state, start);
  LambdaAdam adam(context.space(), options.lambda_rate);
  context.ledger().lower_solves += 3;
  context.begin_phase("search", 3);
  const int64_t epochs = options.warm_up + options.loop_epochs;
  int64_t epoch = 0;
  for (; epoch < epochs && epoch - best_epoch <= options.patience + options.warm_up; ++epoch) {
    if (context.solves_left() < 1 || !trio.train_epoch(lambda)) break;
    if (!context.report_phase(static_cast<double>(epoch) / static_cast<double>(epochs))) break;
    if (epoch < options.warm_up) continue;
    if (trio.criterion() < best) {
      best = trio.criterion();
      best_lambda = lambda;
      best_epoch = epoch;
    }
    lambda = adam.next(lambda, trio.hypergradient());
  }
  if (context.stop_requested()) return finish(context, Termination::kInterrupted, "the loop unfinished");
  context.end_phase();

  // A model of its own at the λ that was best on the way; the shared λ of the diagonal is among its rivals.
  context.begin_phase("check", 1);
  const std::vector<Evaluation> final = context.evaluate(best_lambda);
  context.end_phase();
  const bool kept = !final.empty() && context.best()->evaluation.lambda == final[0].lambda;
  return finish(
      context, Termination::kFinished,
      fmt::format("{} epochs, best at epoch {}; {}", epoch, best_epoch,
                  kept ? "better than one shared λ" : "not better than one shared λ, which is the answer"));
}

}  // namespace gbho
