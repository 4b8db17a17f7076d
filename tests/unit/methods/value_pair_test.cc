#include "methods/gradient/value_pair.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gbho/bilevel/ridge_problem.h"
#include "gbho/bilevel/test_problems.h"
#include "gbho/run/tune.h"
#include "methods/gradient/f2sa_method.h"
#include "methods/gradient/vpbgd_method.h"
#include "support/logistic_problem.h"
#include "support/one_model.h"

namespace gbho {
namespace {

TuneOptions gradient_descent() {
  TuneOptions options;
  options.lower.batch = 0;
  options.lower.epochs = 400;
  options.lower.learning_rate = {0.1};
  options.lower.momentum = {0.9};
  options.runtime.threads = 1;
  return options;
}

torch::Tensor settled_gradient(const Problem& problem, const torch::Tensor& lambda, double gamma,
                               int64_t order = 1) {
  MethodContext context(problem, gradient_descent());
  TrainState start{problem.initial_weights(1, Stream(1, "test"), true), {}, 0};
  const auto pair = make_value_pair(
      context, [gamma](int64_t) { return gamma; }, 5000, start, order);
  EXPECT_TRUE(pair->advance(lambda));
  return pair->hypergradient();
}

class ValuePairOnRidge : public testing::TestWithParam<double> {};

TEST_P(ValuePairOnRidge, ErrorFallsAsOneOverGamma) {
  const TestProblem known = ridge_test_problem(3);
  const auto& ridge = dynamic_cast<const RidgeProblem&>(*known.problem);
  const torch::Tensor lambda = same_lambda(ridge, GetParam());
  const torch::Tensor right = ridge.hypergradient(lambda);
  const double coarse = relative_error(settled_gradient(ridge, lambda, 100), right);
  const double fine = relative_error(settled_gradient(ridge, lambda, 1e4), right);
  EXPECT_LT(fine, 1e-3);
  EXPECT_NEAR(coarse / fine, 100, 15);
}

TEST_P(ValuePairOnRidge, OfOrderTwoItFallsAsTheSquare) {
  const TestProblem known = ridge_test_problem(3);
  const auto& ridge = dynamic_cast<const RidgeProblem&>(*known.problem);
  const torch::Tensor lambda = same_lambda(ridge, GetParam());
  const torch::Tensor right = ridge.hypergradient(lambda);
  const double coarse = relative_error(settled_gradient(ridge, lambda, 300, 2), right);
  const double fine = relative_error(settled_gradient(ridge, lambda, 3000, 2), right);
  EXPECT_NEAR(coarse / fine, 100, 15);
}

INSTANTIATE_TEST_SUITE_P(Penalties, ValuePairOnRidge, testing::Values(-3.0, 0.0, 1.0));

TEST(ValuePair, AgreesWithDifferencesOnLogisticRegression) {
  const auto problem = logistic_problem();
  const torch::Tensor lambda = torch::tensor({{-1.0, -2.0}}, torch::kDouble);
  EXPECT_LT(relative_error(settled_gradient(*problem, lambda, 1e4), difference_gradient(*problem, lambda)),
            1e-3);
}

TEST(ValuePair, AgreesWithTheQuadraticsClosedForm) {
  const auto problem = quadratic_problem(3).problem;
  const torch::Tensor lambda = torch::tensor({{0.3, -0.4, 0.8}}, torch::kDouble);
  EXPECT_LT(relative_error(settled_gradient(*problem, lambda, 1e4), difference_gradient(*problem, lambda)),
            1e-3);
}

TEST(ValuePair, ReachesTheOptimumOfRidge) {
  const TestProblem known = ridge_test_problem();
  LoopOptions loop;
  loop.loop_epochs = 800;
  loop.patience = 800;
  loop.lambda_rate = 0.02;
  VpbgdMethod vpbgd({1000, 1}, loop);
  F2saMethod f2sa({100, 1.0 / 3, 1}, loop);
  for (Method* method : {static_cast<Method*>(&vpbgd), static_cast<Method*>(&f2sa)}) {
    const Summary summary = tune(*method, *known.problem, gradient_descent()).summary;
    EXPECT_NEAR(summary.consistent->validation_loss, known.upper, 0.01 * known.upper) << method->name();
  }
}

TEST(ValuePair, CountsBothNetworksAndTheValidationPart) {
  const TestProblem known = ridge_test_problem();
  MethodContext context(*known.problem, gradient_descent());
  const torch::Tensor lambda = known.problem->space().center().unsqueeze(0);
  TrainState start{known.problem->initial_weights(1, Stream(1, "test"), true), {}, 0};
  const auto pair = make_value_pair(
      context, [](int64_t) { return 10.0; }, 3, start);
  pair->advance(lambda);
  const int64_t round = 3 * (2 * known.problem->lower_examples() + known.problem->upper_examples());
  EXPECT_EQ(context.ledger().sample_gradients, round);
  EXPECT_EQ(context.ledger().hessian_vector_products, 0);
}

}  // namespace
}  // namespace gbho
