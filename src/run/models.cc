#include "run/models.h"

#include <fmt/format.h>
#include <torch/utils.h>

#include <cmath>

#include "gbho/bilevel/network_problem.h"
#include "gbho/run/journal.h"
#include "run/eigen_tensors.h"
#include "run/refit_check.h"
#include "run/work_input.h"

namespace gbho::inline internal {
namespace {

void score_part(MethodContext& context, const NetworkProblem& problem, const Weights& weights,
                const Examples& part, double& loss, double& accuracy) {
  if (part.empty()) return;
  const Scores scores =
      score(*problem.level.model, weights, part, context.options().runtime, context.ledger());
  loss = scores.loss[0];
  accuracy = scores.accuracy[0];
}

ModelScores score_network(MethodContext& context, const NetworkProblem& problem, const Weights& weights) {
  ModelScores scores;
  score_part(context, problem, weights, problem.level.train, scores.train_loss, scores.train_accuracy);
  score_part(context, problem, weights, problem.validation, scores.validation_loss,
             scores.validation_accuracy);
  score_part(context, problem, weights, problem.test, scores.test_loss, scores.test_accuracy);
  return scores;
}

// Where a refit trains for each row of λ.
torch::Tensor refit_lambda(const MethodContext& context, const NetworkProblem& problem,
                           const torch::Tensor& lambda) {
  if (!context.options().refit.scale_penalty) return lambda;
  const auto train = static_cast<double>(problem.level.train.size());
  const auto both = train + static_cast<double>(problem.validation.size());
  torch::Tensor scaled = lambda.clone();
  scaled.narrow(1, 0, problem.level.penalty.size()) += std::log(train / both);
  return scaled;
}

// f weighs examples by `example_weights`; validation examples have none, so they count once.
NetworkLevel refit_problem(const NetworkProblem& problem) {
  NetworkLevel both = problem.level;
  both.train = problem.level.train.joined(problem.validation);
  if (both.example_weights.defined()) {
    std::vector<int64_t> shape = both.example_weights.sizes().vec();
    shape.back() = problem.validation.size();
    const torch::Tensor ones = torch::ones(shape, both.example_weights.options());
    both.example_weights = torch::cat({both.example_weights, ones}, -1);
  }
  if (both.weighting.size() > 0) both.weighting = both.weighting.extended(problem.validation.size());
  return both;
}

}  // namespace

std::vector<std::string> common_seed_streams() {
  return {"data.draw",   "data.split", "data.noise",   "data.noisy_inputs",
          "data.labels", "train.init", "train.batches"};
}

ModelScores score_model(MethodContext& context, const std::vector<double>& lambda, const Weights& weights) {
  const Problem& problem = context.problem();
  if (problem.network() != nullptr) return score_network(context, *problem.network(), weights);
  const torch::NoGradGuard no_grad;
  ModelScores scores;
  scores.train_loss = problem.lower(to_row(lambda), weights).item<double>();
  scores.validation_loss = problem.upper(to_row(lambda), weights).item<double>();
  return scores;
}

void take_consistent_model(MethodContext& context, Result& result) {
  const Incumbent& best = *context.best();
  result.summary.consistent = score_model(context, best.evaluation.lambda, best.weights);
  result.weights.consistent = best.weights;
}

void refit_model(MethodContext& context, Result& result) {
  Summary& summary = result.summary;
  const NetworkProblem* problem = context.problem().network();
  if (problem == nullptr) return;  // nothing is known of how the levels' data could be joined
  context.begin_phase("refit", 1);
  SolveRequest request;
  request.lambda = refit_lambda(context, *problem, to_row(summary.lambda));
  request.seed = context.seed();
  request.on_epoch = context.epoch_callback(1);
  request.stop = [&context] { return context.stop_requested(); };
  Work work;
  work.kind = "refit";
  work.input = work_input(request.lambda, {});
  const bool done = context.once(work, [&](const Continuation& continuation) {
    request.continuation = continuation;
    SolveResult solved = solve_lower(refit_problem(*problem), context.options().lower,
                                     context.options().runtime, request, context.ledger());
    if (solved.members[0].status == MemberStatus::kDiverged) work.result.text = solved.members[0].message;
    work.result.add("weights", solved.state.weights);
    return !solved.interrupted;
  });
  if (!done) {
    summary.termination = Termination::kInterrupted;
    summary.message = "stopped in the refit: λ* is known, the model to use is not";
    return;
  }
  if (!work.result.text.empty()) summary.warnings.push_back("the refit diverged: " + work.result.text);
  context.end_phase();
  result.weights.refit = work.result.weights("weights");
  summary.refit = score_model(context, summary.lambda, result.weights.refit);
  summary.refit_check = check_refit(context, result.weights);
}

void train_curve_models(MethodContext& context, Summary& summary) {
  const NetworkProblem* problem = context.problem().network();
  if (problem == nullptr) return;
  std::vector<TracePoint*> points;
  std::vector<torch::Tensor> lambdas;
  for (TracePoint& point : summary.trace) {
    if (point.lambda.empty()) continue;
    points.push_back(&point);
    lambdas.push_back(to_row(point.lambda));
  }
  if (points.empty()) return;
  const TuneOptions& options = context.options();
  const torch::Tensor lambda = torch::cat(lambdas);
  SolveRequest request;
  request.seed = context.seed();
  Ledger uncharged;
  const auto train = [&](const NetworkLevel& level, const torch::Tensor& at, ModelScores TracePoint::*kind) {
    request.lambda = at;
    const SolveResult solved = solve_lower(level, options.lower, options.runtime, request, uncharged);
    const auto add = [&](const Examples& part, double ModelScores::*loss, double ModelScores::*accuracy) {
      if (part.empty()) return;
      const Scores scores = score(*level.model, solved.weights(), part, options.runtime, uncharged);
      for (size_t i = 0; i < points.size(); ++i) {
        points[i]->*kind.*loss = scores.loss[i];
        points[i]->*kind.*accuracy = scores.accuracy[i];
      }
    };
    add(problem->validation, &ModelScores::validation_loss, &ModelScores::validation_accuracy);
    add(problem->test, &ModelScores::test_loss, &ModelScores::test_accuracy);
  };
  train(problem->level, lambda, &TracePoint::consistent);
  train(refit_problem(*problem), refit_lambda(context, *problem, lambda), &TracePoint::refit);
}

}  // namespace gbho::inline internal
