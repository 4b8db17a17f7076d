#pragma once

#include <fmt/format.h>
#include <torch/types.h>

#include "gbho/bilevel/function_problem.h"
#include "gbho/bilevel/ridge_problem.h"
#include "gbho/run/context.h"
#include "methods/gradient/reverse_pass.h"
#include "support/one_model.h"

namespace gbho {

/// SGD on a problem of plain functions, where an epoch is one step.
inline LowerOptions sgd_options(double momentum, bool nesterov, double rate = 0.05) {
  LowerOptions lower;
  lower.learning_rate = {rate};
  lower.momentum = {momentum};
  lower.nesterov = nesterov;
  return lower;
}

/// Ridge regression with a penalty of its own for each of four coefficients.
inline RidgeProblem ridge_by_coefficient() {
  Stream stream(7, "test.ridge_by_coefficient");
  const torch::Tensor truth = torch::tensor({1.0, -0.5, 0.25, 0.0}, torch::kDouble);
  const auto draw = [&](int64_t count) {
    RegressionData data{torch::empty({count, 4}, torch::kDouble), torch::empty({count}, torch::kDouble)};
    for (int64_t i = 0; i < count; ++i) {
      for (int64_t k = 0; k < 4; ++k) data.x[i][k] = stream.normal();
      data.y[i] = data.x[i].dot(truth) + stream.normal();
    }
    return data;
  };
  RegressionData train = draw(20);
  RegressionData validation = draw(30);
  std::vector<Dimension> dimensions;
  dimensions.reserve(4);
  for (int k = 0; k < 4; ++k) dimensions.push_back({fmt::format("l{}", k), "l2", -6, 3});
  return {std::move(train), std::move(validation), Space(std::move(dimensions))};
}

/// Logistic regression with an intercept that is not penalized, two penalties, and an F that depends on λ by
/// itself.
inline FunctionProblem logistic_with_intercept() {
  Stream stream(9, "test.logistic");
  const auto draw = [&](int64_t count) {
    torch::Tensor x = torch::empty({count, 2}, torch::kDouble);
    torch::Tensor sign = torch::empty({count}, torch::kDouble);
    for (int64_t i = 0; i < count; ++i) {
      sign[i] = i % 2 == 0 ? 1.0 : -1.0;
      for (int64_t k = 0; k < 2; ++k) x[i][k] = stream.normal() + (i % 2 == 0 ? 0.8 : -0.3);
    }
    return std::pair(x, sign);
  };
  const auto loss = [](const std::pair<torch::Tensor, torch::Tensor>& part, const Weights& beta) {
    const torch::Tensor scores = torch::matmul(beta[0], part.first.t()) + beta[1];
    return torch::softplus(-scores * part.second).mean(1);
  };
  const auto train = draw(20);
  const auto validation = draw(20);
  return {Space({{"a", "l2", -6, 2}, {"b", "l2", -6, 2}}),
          {torch::tensor({0.3, -0.2}, torch::kDouble), torch::zeros({1}, torch::kDouble)},
          [=](const torch::Tensor& lambda, const Weights& beta) {
            return loss(validation, beta) + 0.01 * lambda.square().sum(1);
          },
          [=](const torch::Tensor& lambda, const Weights& beta) {
            return loss(train, beta) + (lambda.exp() * beta[0].square()).sum(1);
          }};
}

inline void run_forward(Trajectory& trajectory, const torch::Tensor& lambda, int64_t count) {
  for (int64_t step = 0; step < count; ++step) trajectory.forward(lambda, step);
}

/// F after so many steps from the start.
inline double upper_after(const Problem& problem, const LowerOptions& lower, const torch::Tensor& lambda,
                          int64_t count) {
  Ledger ledger;
  SgdSteps steps(problem, lower, 0, ledger);
  StoredTrajectory trajectory(steps, steps.start(), 1);
  run_forward(trajectory, lambda, count);
  return problem.upper(lambda, trajectory.state().weights).item<double>();
}

/// Its derivative by central differences.
inline torch::Tensor numerical_gradient(const Problem& problem, const LowerOptions& lower,
                                        const torch::Tensor& lambda, int64_t count, double h) {
  torch::Tensor gradient = torch::zeros_like(lambda);
  for (int64_t k = 0; k < lambda.size(1); ++k) {
    torch::Tensor shift = torch::zeros_like(lambda);
    shift[0][k] = h;
    gradient[0][k] = (upper_after(problem, lower, lambda + shift, count) -
                      upper_after(problem, lower, lambda - shift, count)) /
                     (2 * h);
  }
  return gradient;
}

/// By the reverse pass through the last `window` of the steps, all weights stored.
inline torch::Tensor stored_gradient(const Problem& problem, const LowerOptions& lower,
                                     const torch::Tensor& lambda, int64_t count, int64_t window) {
  Ledger ledger;
  SgdSteps steps(problem, lower, 0, ledger);
  StoredTrajectory trajectory(steps, steps.start(), window);
  run_forward(trajectory, lambda, count);
  return reverse_pass(steps, trajectory, lambda, count, window);
}

}  // namespace gbho
