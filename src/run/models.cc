#include "run/models.h"

#include <fmt/format.h>
#include <torch/utils.h>

#include <algorithm>
#include <cmath>

#include "gbho/base/error.h"
#include "gbho/base/random.h"
#include "gbho/bilevel/folded_problem.h"
#include "gbho/run/journal.h"
#include "record/option_tables.h"
#include "run/eigen_tensors.h"
#include "run/out_of_fold.h"
#include "run/part_scores.h"
#include "run/refit_check.h"
#include "run/work_input.h"

namespace gbho::inline internal {
namespace {

ModelScores joined_scores(const PartScores& train, const PartScores& validation, const PartScores& test) {
  ModelScores scores;
  const auto put = [&](double ModelScores::*on_train, double ModelScores::*on_validation,
                       double ModelScores::*on_test, double PartScores::*what) {
    scores.*on_train = train.*what;
    scores.*on_validation = validation.*what;
    scores.*on_test = test.*what;
  };
  put(&ModelScores::train_loss, &ModelScores::validation_loss, &ModelScores::test_loss, &PartScores::loss);
  put(&ModelScores::train_accuracy, &ModelScores::validation_accuracy, &ModelScores::test_accuracy,
      &PartScores::accuracy);
  put(&ModelScores::train_auc, &ModelScores::validation_auc, &ModelScores::test_auc, &PartScores::auc);
  put(&ModelScores::train_rmse, &ModelScores::validation_rmse, &ModelScores::test_rmse, &PartScores::rmse);
  put(&ModelScores::train_r2, &ModelScores::validation_r2, &ModelScores::test_r2, &PartScores::r2);
  return scores;
}

// Of one network, or of the average of several.
ModelScores score_network(MethodContext& context, const NetworkProblem& problem, const Weights& weights) {
  const auto scores_of = weights.front().size(0) > 1 ? score_average : score_part;
  const auto score_on = [&](const Examples& part) {
    return scores_of(problem, weights, part, context.options().runtime, context.ledger());
  };
  ModelScores scores =
      joined_scores(score_on(problem.level.train), score_on(problem.validation), score_on(problem.test));
  scores.regression = problem.level.train.regression();
  return scores;
}

// What a refit trains on: both parts together, or with folds all the rows. Null: nothing is known of how the
// levels' data could be joined.
const NetworkProblem* refit_source(const Problem& problem) {
  return problem.folded() != nullptr ? &problem.folded()->whole : problem.network();
}

// The examples that λ was chosen with, as a part of those that the refit has.
double part_trained_on(const MethodContext& context, const NetworkProblem& problem) {
  const auto train = static_cast<double>(context.problem().lower_examples());
  return train / static_cast<double>(problem.level.train.size() + problem.validation.size());
}

// Where a refit trains for each row of λ.
torch::Tensor refit_lambda(const MethodContext& context, const NetworkProblem& problem,
                           const torch::Tensor& lambda) {
  if (!context.options().refit.scale_penalty) return lambda;
  torch::Tensor scaled = lambda.clone();
  scaled.narrow(1, 0, problem.level.penalty.size()) += std::log(part_trained_on(context, problem));
  return scaled;
}

LowerOptions refit_lower(const MethodContext& context, const NetworkProblem& problem) {
  LowerOptions lower = context.options().lower;
  if (!context.options().refit.keep_steps || lower.optimizer == "lbfgs") return lower;
  const double epochs = static_cast<double>(lower.epochs) * part_trained_on(context, problem);
  lower.epochs = std::max<int64_t>(1, std::lround(epochs));
  return lower;
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

// Networks of an average begin with weights of their own and see batches of their own. The first is what a
// single network would be.
uint64_t refit_seed(const MethodContext& context, int64_t network) {
  if (network == 0) return context.seed();
  return Stream(context.seed(), "refit").child("network " + std::to_string(network)).bits();
}

// A piece of work; its text says why the network diverged, if it has. False when interrupted.
bool train_refit(MethodContext& context, const NetworkProblem& problem, int64_t network, Work& work) {
  const int64_t networks = context.options().refit.networks;
  SolveRequest request;
  request.lambda = refit_lambda(context, problem, context.best()->lambda);
  request.seed = refit_seed(context, network);
  request.on_epoch = [own = context.epoch_callback(networks), network, networks](const EpochRecord& epoch) {
    EpochRecord whole = epoch;
    whole.epoch += network * epoch.epochs;
    whole.epochs *= networks;
    return own(whole);
  };
  request.stop = [&context] { return context.stop_requested(); };
  work.kind = "refit";
  work.input =
      work_input(request.lambda, network > 0 ? std::vector<int64_t>{network} : std::vector<int64_t>{});
  return context.once(work, [&](const Continuation& continuation) {
    request.continuation = continuation;
    SolveResult solved = solve_lower(refit_problem(problem), refit_lower(context, problem),
                                     context.options().runtime, request, context.ledger());
    if (solved.members[0].status == MemberStatus::kDiverged) work.result.text = solved.members[0].message;
    work.result.add("weights", solved.state.weights);
    return !solved.interrupted;
  });
}

// Side by side, those that diverged left out; a single one that diverged is kept for the record.
Weights refit_weights(const std::vector<Work>& works) {
  Weights all;
  for (const Work& work : works) {
    const Weights own = work.result.weights("weights");
    if (!work.result.text.empty() && works.size() > 1) continue;
    for (size_t p = 0; p < own.size(); ++p) {
      if (p == all.size()) {
        all.push_back(own[p]);
      } else {
        all[p] = torch::cat({all[p], own[p]});
      }
    }
  }
  return all.empty() ? works.front().result.weights("weights") : all;
}

}  // namespace

std::vector<std::string> common_seed_streams() {
  return {"data.draw",   "data.split", "data.noise",   "data.noisy_inputs",
          "data.labels", "train.init", "train.batches"};
}

ModelScores score_model(MethodContext& context, const std::vector<double>& lambda, const Weights& weights) {
  const Problem& problem = context.problem();
  if (problem.network() != nullptr) return score_network(context, *problem.network(), weights);
  if (problem.folded() != nullptr) return score_fold_model(context, *problem.folded(), weights);
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

void check_refit_options(const Problem& problem, const RefitOptions& options) {
  RefitOptions copy = options;
  check_options("refit", refit_options(copy));
  if (options.networks == 1 || problem.folded() != nullptr) return;
  throw ConfigError("refit.networks",
                    fmt::format(" = {}: averages of networks go with data.folds; use 1", options.networks));
}

void refit_model(MethodContext& context, Result& result) {
  Summary& summary = result.summary;
  const NetworkProblem* problem = refit_source(context.problem());
  if (problem == nullptr) return;
  std::vector<Work> works(static_cast<size_t>(context.options().refit.networks));
  context.begin_phase("refit", context.options().refit.networks);
  for (size_t network = 0; network < works.size(); ++network) {
    if (!train_refit(context, *problem, static_cast<int64_t>(network), works[network])) {
      summary.termination = Termination::kInterrupted;
      summary.message = "stopped in the refit: λ* is known, the model to use is not";
      return;
    }
    const std::string& diverged = works[network].result.text;
    if (!diverged.empty()) summary.warnings.push_back("the refit diverged: " + diverged);
  }
  context.end_phase();
  result.weights.refit = refit_weights(works);
  summary.refit = score_network(context, *problem, result.weights.refit);
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
  const auto train = [&](const NetworkLevel& level, const LowerOptions& lower, const torch::Tensor& at,
                         ModelScores TracePoint::*kind) {
    request.lambda = at;
    const SolveResult solved = solve_lower(level, lower, options.runtime, request, uncharged);
    const Scores validation =
        score(*level.model, solved.weights(), problem->validation, options.runtime, uncharged);
    const Scores test = problem->test.empty() ? Scores{}
                                              : score(*level.model, solved.weights(), problem->test,
                                                      options.runtime, uncharged);
    for (size_t i = 0; i < points.size(); ++i) {
      points[i]->*kind = joined_scores({}, part_scores(*problem, problem->validation, validation, i),
                                       part_scores(*problem, problem->test, test, i));
      (points[i]->*kind).regression = problem->level.train.regression();
    }
  };
  train(problem->level, options.lower, lambda, &TracePoint::consistent);
  train(refit_problem(*problem), refit_lower(context, *problem), refit_lambda(context, *problem, lambda),
        &TracePoint::refit);
}

}  // namespace gbho::inline internal
