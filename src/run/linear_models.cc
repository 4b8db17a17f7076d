#include "run/linear_models.h"

#include <torch/utils.h>

#include <cmath>

#include "gbho/run/journal.h"
#include "run/out_of_fold.h"
#include "run/score_members.h"
#include "run/work_input.h"

namespace gbho::inline internal {
namespace {

constexpr int64_t kModels = 8;

// Convex and small: solved to the end.
LowerOptions linear_options(const LowerOptions& lower) {
  LowerOptions options;
  options.optimizer = "lbfgs";
  options.epochs = 100;
  options.gradient_tolerance = 1e-5;
  options.engine = lower.engine;
  return options;
}

std::vector<Evaluation> evaluations_of(const torch::Tensor& lambda, const torch::Tensor& losses) {
  std::vector<Evaluation> evaluations(static_cast<size_t>(lambda.size(0)));
  for (int64_t e = 0; e < lambda.size(0); ++e) {
    Evaluation& evaluation = evaluations[static_cast<size_t>(e)];
    evaluation.lambda = {lambda[e][0].item<double>()};
    evaluation.validation_loss = losses[e].item<double>();
    if (!std::isfinite(evaluation.validation_loss)) evaluation.status = MemberStatus::kDiverged;
  }
  return evaluations;
}

torch::Tensor penalties(const Space& space) {
  const torch::Tensor part =
      torch::arange(kModels, torch::kFloat64).unsqueeze(1) / static_cast<double>(kModels - 1);
  return space.low() + part * (space.high() - space.low());
}

}  // namespace

std::vector<Exhibit> linear_exhibits(MethodContext& context, const FoldedProblem& problem) {
  if (problem.linear == nullptr) return {};
  const FoldedProblem& linear = *problem.linear;
  context.begin_phase("linear", kModels);
  Work work;
  work.kind = "linear";
  const torch::Tensor lambda = penalties(linear.space());
  work.input = work_input(lambda, {});
  const bool done = context.once(work, [&](const Continuation& continuation) {
    SolveRequest request;
    request.lambda = lambda;
    request.seed = context.seed();
    request.on_epoch = context.epoch_callback(kModels);
    request.stop = [&context] { return context.stop_requested(); };
    request.continuation = continuation;
    const Runtime& runtime = context.options().runtime;
    const SolveResult solved =
        solve_lower(linear, linear_options(context.options().lower), runtime, request, context.ledger());
    if (solved.interrupted) return false;
    const torch::Tensor predictions = out_of_fold(linear, solved.weights(), runtime, context.ledger());
    const MemberScores scores = score_folds(linear, lambda, solved.weights(), runtime, context.ledger());
    std::vector<Exhibit> exhibits;
    exhibits.reserve(kModels);
    for (int64_t e = 0; e < kModels; ++e) {
      exhibits.push_back({"", {}, predictions[e], select_members(solved.weights(), {e})});
    }
    // Not as candidates: they are no trials of the search.
    work.result.add("linear.loss", torch::tensor(scores.upper, torch::kFloat64));
    add_exhibits(exhibits, "linear", work.result);
    return true;
  });
  if (!done) return {};
  context.end_phase();
  std::vector<Exhibit> exhibits =
      exhibits_of(work.result, "linear", evaluations_of(lambda, work.result.tensor("linear.loss")));
  for (Exhibit& exhibit : exhibits) exhibit.family = "linear";
  std::erase_if(exhibits, [](const Exhibit& exhibit) { return !exhibit.evaluation.usable(); });
  return exhibits;
}

}  // namespace gbho::inline internal
