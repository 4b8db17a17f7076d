#include "methods/judge.h"

#include <torch/utils.h>

#include "gbho/bilevel/network_problem.h"
#include "gbho/train/solver.h"

namespace gbho {
namespace {

Judgement judge_network(const NetworkProblem& problem, const torch::Tensor& lambda, const Weights& weights,
                        const Runtime& runtime, Ledger& ledger) {
  const Model& model = *problem.level.model;
  Scores validation = evaluate(model, weights, problem.validation, runtime, ledger);
  Judgement judgement;
  judgement.upper = std::move(validation.loss);
  judgement.accuracy = std::move(validation.accuracy);
  if (!problem.selection.empty()) {
    judgement.selection = evaluate(model, weights, problem.selection, runtime, ledger).loss;
  }
  judgement.lambda_gradient = lambda_slope(problem, lambda, weights, ledger);
  return judgement;
}

}  // namespace

torch::Tensor lambda_slope(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                           Ledger& ledger) {
  if (const NetworkProblem* network = problem.network()) {
    if (network->level.weighting.size() > 0)
      ledger.sample_evaluations += lambda.size(0) * network->level.train.size();
    return network->lambda_slope(lambda, weights);
  }
  ledger.sample_gradients += lambda.size(0) * problem.lower_examples();
  return problem.lower_derivatives(lambda, weights).lambda;
}

Judgement judge(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                const Runtime& runtime, Ledger& ledger) {
  if (problem.network() != nullptr) {
    return judge_network(*problem.network(), lambda, weights, runtime, ledger);
  }
  Judgement judgement;
  {
    const torch::NoGradGuard no_grad;
    const torch::Tensor upper = problem.upper(lambda, weights).to(torch::kFloat64).contiguous();
    judgement.upper.assign(upper.data_ptr<double>(), upper.data_ptr<double>() + upper.numel());
  }
  judgement.lambda_gradient = lambda_slope(problem, lambda, weights, ledger);
  ledger.sample_evaluations += lambda.size(0) * problem.upper_examples();
  return judgement;
}

}  // namespace gbho
