#include "methods/gradient/gradient_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "gbho/base/error.h"
#include "gbho/run/journal.h"
#include "methods/gradient/gradient_search.h"
#include "methods/gradient/lambda_walk.h"
#include "methods/gradient/loop_state.h"
#include "run/work_input.h"

namespace gbho::inline internal {
namespace {

/// One run of the loop: run() is the search, and each of its steps a member function.
class GradientLoop {
 public:
  GradientLoop(MethodContext& context, LoopPlan plan) : context_(context), plan_(std::move(plan)) {
    // A network that begins anew each time has nothing to warm up.
    if (begins_anew()) plan_.options.warm_up = 0;
  }

  MethodResult run() {
    if (!start_from_best_shared_lambda()) return std::move(result_);
    if (!can_pay_the_loop()) return std::move(result_);
    if (!move_lambda()) return std::move(result_);
    train_at_best_lambda();
    conclude();
    return std::move(result_);
  }

 private:
  // A step that returns false has ended the search, and said why in the result.
  bool start_from_best_shared_lambda() {
    const int64_t count = std::max<int64_t>(1, std::min(plan_.options.diagonal, context_.solves_left()));
    const torch::Tensor diagonal = diagonal_points(context_.space(), count);
    context_.begin_phase("design", count);
    const TrainedBatch shared = context_.train_with_state(diagonal);
    if (shared.evaluations.empty()) return stop(Termination::kInterrupted, "the diagonal unfinished");
    context_.end_phase();
    const int64_t best = best_candidate(shared.evaluations);
    if (best < 0) return stop(Termination::kNoModel, "no candidate could be trained");
    start_lambda_ = diagonal.slice(0, best, best + 1);
    if (!shared.state.weights.empty()) start_ = select_members(shared.state, {best});
    return true;
  }

  // The networks that train, and the model at the end.
  bool can_pay_the_loop() {
    const int64_t least = std::max(charged_networks(), plan_.solves_per_round) + 1;
    return context_.solves_left() >= least || stop(Termination::kBudget, "the budget ended the search");
  }

  bool move_lambda() {
    state_.lambda = state_.best_lambda = start_lambda_;
    Work work;
    work.kind = "loop";
    work.input = work_input(start_lambda_, {});
    work.continues = true;
    work.releases = true;
    context_.begin_phase("search", plan_.networks);
    const bool done = context_.once(work, [&](const Continuation& continuation) {
      const bool walked = walk(continuation);
      work.result = state_.snapshot();
      return walked;
    });
    if (!done) return stop(Termination::kInterrupted, "the loop unfinished");
    state_.restore(work.result);
    context_.end_phase();
    return true;
  }

  void train_at_best_lambda() {
    context_.begin_phase("check", 1);
    const std::vector<Evaluation> trained = context_.train(state_.best_lambda);
    context_.end_phase();
    const bool moved = !torch::equal(state_.best_lambda, start_lambda_);
    improved_ = moved && !trained.empty() && torch::equal(context_.best()->lambda, state_.best_lambda);
  }

  void conclude() {
    const bool unfinished = state_.round < plan_.options.warm_up + plan_.options.loop_epochs;
    const bool spent = unfinished && context_.solves_left() < 1 + plan_.solves_per_round;
    stop(spent ? Termination::kBudget : Termination::kFinished,
         fmt::format(
             "{} rounds, best at round {}; {}", state_.round, state_.best_round,
             improved_ ? "better than one shared λ" : "not better than one shared λ, which is the answer"));
    result_.trace = std::move(state_.trace);
  }

  // False when interrupted.
  bool walk(const Continuation& continuation) {
    if (start_.weights.empty()) throw StoreError("the weights to go on from are no longer kept");
    const auto estimator = make_estimator_of_folds(context_, plan_.make, std::move(start_));
    if (!continuation.from) context_.ledger().lower_solves += charged_networks();
    return LambdaWalk(context_, plan_, *estimator, continuation, state_).run();
  }

  // Always false: what a step returns that ends the search.
  bool stop(Termination termination, std::string message) {
    result_ = finish(context_, termination, std::move(message));
    return false;
  }

  bool begins_anew() const { return plan_.solves_per_round > 0; }
  int64_t charged_networks() const { return begins_anew() ? 0 : plan_.networks; }

  MethodContext& context_;
  LoopPlan plan_;
  torch::Tensor start_lambda_;  ///< [1, n]
  TrainState start_;  ///< the network trained at it; without weights where the store has let go of them
  LoopState state_;
  bool improved_ = false;  ///< the λ that was best on the way beats the shared ones
  MethodResult result_;
};

}  // namespace

MethodResult run_gradient_loop(MethodContext& context, LoopPlan plan) {
  return GradientLoop(context, std::move(plan)).run();
}

}  // namespace gbho::inline internal
