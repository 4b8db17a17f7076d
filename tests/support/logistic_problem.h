#pragma once

#include <torch/types.h>

#include <memory>

#include "gbho/bilevel/function_problem.h"
#include "gbho/testing/small_problem.h"
#include "methods/gradient/inverse_hessian.h"

namespace gbho {

/// Logistic regression in double precision, β [E, 4, 3]: one penalty for the first two features, another for
/// the rest.
inline std::shared_ptr<const Problem> logistic_problem() {
  const auto cross_entropy = [](const Examples& part, const torch::Tensor& beta) {
    const torch::Tensor scores = torch::matmul(part.x.to(torch::kDouble), beta).log_softmax(2);
    const torch::Tensor own = part.y.view({1, -1, 1}).expand({beta.size(0), -1, 1});
    return -scores.gather(2, own).squeeze(2).mean(1);
  };
  const Examples train = clouds(60, 1);
  const Examples validation = clouds(30, 2);
  return std::make_shared<FunctionProblem>(
      Space({{"first", "l2", -6, 2}, {"rest", "l2", -6, 2}}),
      std::vector<torch::Tensor>{torch::zeros({4, 3}, torch::kDouble)},
      [=](const torch::Tensor& /*lambda*/, const Weights& beta) {
        return cross_entropy(validation, beta[0]);
      },
      [=](const torch::Tensor& lambda, const Weights& beta) {
        const torch::Tensor squares = beta[0].square().view({-1, 2, 6}).sum(2);
        return cross_entropy(train, beta[0]) + (lambda.exp() * squares).sum(1);
      });
}

/// β*(λ) of a convex lower level by Newton's method.
inline Weights newton_solution(const Problem& problem, const torch::Tensor& lambda) {
  InverseOptions dense;
  dense.solver = "dense";
  Weights beta = problem.initial_weights(1, Stream(0, "test.newton"), true);
  for (int i = 0; i < 12; ++i) {
    LowerCurvature curvature(problem, lambda, beta);
    const Weights step = inverse_hessian_times(curvature, curvature.gradient(), dense);
    for (size_t p = 0; p < beta.size(); ++p) beta[p] = (beta[p] - step[p]).detach();
  }
  return beta;
}

/// dF(λ, β*(λ))/dλ by central differences.
inline torch::Tensor difference_gradient(const Problem& problem, const torch::Tensor& lambda) {
  constexpr double kStep = 1e-4;
  torch::Tensor gradient = torch::zeros_like(lambda);
  for (int64_t k = 0; k < lambda.size(1); ++k) {
    const auto upper = [&](double shift) {
      torch::Tensor moved = lambda.clone();
      moved[0][k] += shift;
      return problem.upper(moved, newton_solution(problem, moved)).item<double>();
    };
    gradient[0][k] = (upper(kStep) - upper(-kStep)) / (2 * kStep);
  }
  return gradient;
}

}  // namespace gbho
