#include "gbho/bilevel/example_weighting.h"

#include <gtest/gtest.h>

#include "gbho/bilevel/network_problem.h"
#include "support/problems.h"

namespace gbho {
namespace {

torch::Tensor some_lambda(int64_t size) {
  return torch::linspace(-3, 2, 2 * size, torch::kDouble).view({2, size});
}

TEST(ExampleWeighting, IsTheSigmoidOfTheGroup) {
  const ExampleWeighting weighting(torch::tensor({0, 1, 1, 2}, torch::kLong), 3, 1);
  const torch::Tensor lambda = some_lambda(4);
  const torch::Tensor weights = weighting.weights(lambda);
  EXPECT_TRUE(torch::allclose(weights.select(1, 2), lambda.select(1, 2).sigmoid()));
  EXPECT_TRUE(torch::equal(weights.select(1, 1), weights.select(1, 2)));
}

TEST(ExampleWeighting, MinusOneIsAWeightOfOne) {
  const ExampleWeighting weighting(torch::tensor({0, -1}, torch::kLong), 1, 0);
  EXPECT_EQ(weighting.weights(some_lambda(1))[1][1].item<double>(), 1);
  const ExampleWeighting more = weighting.extended(2);
  EXPECT_EQ(more.weights(some_lambda(1)).sizes(), (std::vector<int64_t>{2, 4}));
  EXPECT_EQ(more.weights(some_lambda(1))[0][3].item<double>(), 1);
  EXPECT_TRUE(torch::equal(weighting.idle(5).weights(some_lambda(1)), torch::ones({2, 5}, torch::kDouble)));
}

TEST(ExampleWeighting, GradientIsAutograds) {
  const ExampleWeighting weighting(torch::tensor({0, 1, 1, -1, 2}, torch::kLong), 3, 2);
  const torch::Tensor lambda = some_lambda(5).requires_grad_();
  const torch::Tensor c = torch::arange(10, torch::kDouble).view({2, 5});
  (weighting.weights(lambda) * c).sum().backward();
  EXPECT_TRUE(torch::allclose(weighting.lambda_gradient(lambda, c), lambda.grad(), 1e-12, 1e-14));
}

// Two penalties and a weight for each of five groups of examples, beside given weights.
NetworkProblem weighted_problem() {
  NetworkProblem problem;
  problem.level = testing::make_problem({});
  problem.validation = testing::random_examples(40, {30}, 5, 2);
  const int64_t examples = problem.level.train.size();
  problem.level.weighting = ExampleWeighting(torch::arange(examples, torch::kLong) % 5, 5, 2);
  problem.level.example_weights = torch::linspace(0.5, 1.5, examples);
  return problem;
}

TEST(WeightedExamples, SlopeInLambdaIsTheDerivative) {
  const NetworkProblem problem = weighted_problem();
  const torch::Tensor lambda = some_lambda(7);
  const Weights weights = problem.initial_weights(2, Stream(1, "test"), false);
  const Derivatives derivatives = problem.lower_derivatives(lambda, weights);
  EXPECT_TRUE(torch::allclose(problem.lambda_slope(lambda, weights), derivatives.lambda, 1e-5, 1e-8));
  EXPECT_GT(derivatives.lambda.abs().min().item<double>(), 0);
  EXPECT_FALSE(problem.is_penalized());
}

TEST(WeightedExamples, ABatchIsAMeanOverItsRows) {
  const NetworkProblem problem = weighted_problem();
  const torch::Tensor lambda = some_lambda(7);
  const Weights weights = problem.initial_weights(2, Stream(1, "test"), false);
  const torch::Tensor rows = torch::tensor({3, 70, 11}, torch::kLong);
  const torch::Tensor value = problem.lower_batch(lambda, weights, rows);
  EXPECT_TRUE(torch::allclose(value, problem.lower_derivatives(lambda, weights, rows).value, 1e-6, 1e-8));
  EXPECT_TRUE(torch::equal(problem.lower_batch(lambda, weights, {}), problem.lower(lambda, weights)));
}

}  // namespace
}  // namespace gbho
