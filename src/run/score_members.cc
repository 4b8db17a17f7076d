#include "run/score_members.h"

#include <torch/utils.h>

#include "gbho/bilevel/network_problem.h"
#include "gbho/train/solver.h"
#include "run/out_of_fold.h"

namespace gbho::inline internal {
namespace {

MemberScores score_network_members(const NetworkProblem& problem, const torch::Tensor& lambda,
                                   const Weights& weights, const Runtime& runtime, Ledger& ledger) {
  const Model& model = *problem.level.model;
  Scores validation = score(model, weights, problem.validation, runtime, ledger);
  MemberScores scores;
  scores.upper = std::move(validation.loss);
  scores.accuracy = std::move(validation.accuracy);
  if (!problem.selection.empty()) {
    scores.selection = score(model, weights, problem.selection, runtime, ledger).loss;
  }
  if (!problem.box.is_wide()) scores.lambda_gradient = lambda_slope(problem, lambda, weights, ledger);
  return scores;
}

}  // namespace

torch::Tensor lambda_slope(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                           Ledger& ledger) {
  if (const NetworkProblem* network = problem.network()) {
    if (network->level.weighting.size() > 0 || network->level.terms.change_loss())
      ledger.sample_evaluations += lambda.size(0) * network->level.train.size();
    return network->lambda_slope(lambda, weights);
  }
  ledger.sample_gradients += lambda.size(0) * problem.lower_examples() * problem.row_cost();
  return problem.lower_derivatives(lambda, weights).lambda;
}

MemberScores score_members(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                           const Runtime& runtime, Ledger& ledger) {
  if (problem.network() != nullptr) {
    return score_network_members(*problem.network(), lambda, weights, runtime, ledger);
  }
  if (const FoldedProblem* folded = problem.folded()) {
    return score_folds(*folded, lambda, weights, runtime, ledger);
  }
  MemberScores scores;
  {
    const torch::NoGradGuard no_grad;
    const torch::Tensor upper = problem.upper(lambda, weights).to(torch::kFloat64).contiguous();
    scores.upper.assign(upper.data_ptr<double>(), upper.data_ptr<double>() + upper.numel());
  }
  scores.lambda_gradient = lambda_slope(problem, lambda, weights, ledger);
  ledger.sample_evaluations += lambda.size(0) * problem.upper_examples();
  return scores;
}

}  // namespace gbho::inline internal
