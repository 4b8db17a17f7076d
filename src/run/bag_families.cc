#include "run/bag_families.h"

#include <torch/utils.h>

#include <cmath>
#include <string>

#include "gbho/run/journal.h"
#include "gbho/surrogate/designs.h"
#include "run/eigen_tensors.h"
#include "run/out_of_fold.h"
#include "run/score_members.h"
#include "run/work_input.h"

namespace gbho::inline internal {
namespace {

/// What is trained of a family.
struct Plan {
  torch::Tensor lambda;
  LowerOptions lower;
};

constexpr int64_t kLinearModels = 8;

torch::Tensor along_diagonal(const Space& space, int64_t models) {
  const torch::Tensor part =
      torch::arange(models, torch::kFloat64).unsqueeze(1) / static_cast<double>(models - 1);
  return space.low() + part * (space.high() - space.low());
}

torch::Tensor spread(const Space& space, int64_t models, uint64_t seed) {
  const Eigen::VectorXd low = to_eigen(space.low());
  const Eigen::VectorXd high = to_eigen(space.high());
  const Stream stream(seed, "bag.design");
  return to_tensor(space.size() <= sobol_dimensions() ? sobol_design(low, high, models, stream)
                                                      : random_design(low, high, models, stream));
}

Plan plan_of(const MethodContext& context, const BagFamily& family) {
  const Space& space = family.problem->space();
  if (family.name.ends_with("linear"))
    return {along_diagonal(space, kLinearModels), linear_lower(context.options().lower)};
  return {spread(space, context.options().bag.binned, context.seed()), context.options().lower};
}

std::vector<Evaluation> evaluations_of(const torch::Tensor& lambda, const torch::Tensor& losses) {
  std::vector<Evaluation> evaluations(static_cast<size_t>(lambda.size(0)));
  for (int64_t e = 0; e < lambda.size(0); ++e) {
    Evaluation& evaluation = evaluations[static_cast<size_t>(e)];
    for (int64_t k = 0; k < lambda.size(1); ++k) evaluation.lambda.push_back(lambda[e][k].item<double>());
    evaluation.validation_loss = losses[e].item<double>();
    if (!std::isfinite(evaluation.validation_loss)) evaluation.status = MemberStatus::kDiverged;
  }
  return evaluations;
}

// As a piece of work: not as candidates, since they are no trials of the search.
bool train(MethodContext& context, const FoldedProblem& problem, const Plan& plan, const std::string& name,
           const Continuation& continuation, Work& work) {
  const int64_t models = plan.lambda.size(0);
  SolveRequest request;
  request.lambda = plan.lambda;
  request.seed = context.seed();
  request.on_epoch = context.epoch_callback(models);
  request.stop = [&context] { return context.stop_requested(); };
  request.continuation = continuation;
  const Runtime& runtime = context.options().runtime;
  const SolveResult solved = solve_lower(problem, plan.lower, runtime, request, context.ledger());
  if (solved.interrupted) return false;
  const torch::Tensor predictions = out_of_fold(problem, solved.weights(), runtime, context.ledger());
  const MemberScores scores = score_folds(problem, plan.lambda, solved.weights(), runtime, context.ledger());
  std::vector<Exhibit> exhibits;
  exhibits.reserve(static_cast<size_t>(models));
  for (int64_t e = 0; e < models; ++e)
    exhibits.push_back({"", {}, predictions[e], select_members(solved.weights(), {e})});
  work.result.add(name + ".loss", torch::tensor(scores.upper, torch::kFloat64));
  add_exhibits(exhibits, name, work.result);
  return true;
}

std::vector<Exhibit> exhibits_of_family(MethodContext& context, const BagFamily& family) {
  const Plan plan = plan_of(context, family);
  context.begin_phase(family.name, plan.lambda.size(0));
  Work work;
  work.kind = family.name;
  work.input = work_input(plan.lambda, {});
  const bool done = context.once(work, [&](const Continuation& continuation) {
    return train(context, *family.problem, plan, family.name, continuation, work);
  });
  if (!done) return {};
  context.end_phase();
  std::vector<Exhibit> exhibits = exhibits_of(
      work.result, family.name, evaluations_of(plan.lambda, work.result.tensor(family.name + ".loss")));
  for (Exhibit& exhibit : exhibits) exhibit.family = family.name;
  std::erase_if(exhibits, [](const Exhibit& exhibit) { return !exhibit.evaluation.usable(); });
  return exhibits;
}

// Linear models cost next to nothing.
bool affordable(const MethodContext& context, const BagFamily& family) {
  return family.name.ends_with("linear") || context.solves_left() >= context.options().bag.binned;
}

}  // namespace

LowerOptions linear_lower(const LowerOptions& lower) {
  LowerOptions options;
  options.optimizer = "lbfgs";
  options.epochs = 100;
  options.gradient_tolerance = 1e-5;
  options.engine = lower.engine;
  return options;
}

std::vector<Exhibit> family_exhibits(MethodContext& context, const FoldedProblem& problem) {
  std::vector<Exhibit> all;
  for (const BagFamily& family : problem.families) {
    if (context.stop_requested()) break;  // what was left half done must not be gone on with by another piece
    if (!affordable(context, family)) continue;
    const std::vector<Exhibit> own = exhibits_of_family(context, family);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

}  // namespace gbho::inline internal
