#include "gbho/bilevel/test_problems.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gbho/train/solver.h"

namespace gbho {
namespace {

torch::Tensor point(const std::vector<double>& lambda) {
  return torch::tensor(lambda, torch::kFloat64).unsqueeze(0);
}

LowerOptions exact_options() {
  LowerOptions options;
  options.optimizer = "lbfgs";
  options.epochs = 200;
  options.gradient_tolerance = 1e-10;
  return options;
}

class KnownProblem : public ::testing::TestWithParam<size_t> {
 protected:
  TestProblem known_ = test_problems()[GetParam()];
};

TEST_P(KnownProblem, lower_level_at_the_optimum_has_the_stated_value) {
  SolveRequest request;
  request.lambda = point(known_.lambda);
  Ledger ledger;
  const SolveResult solved = solve_lower(*known_.problem, exact_options(), {}, request, ledger);
  EXPECT_NEAR(solved.objective[0], known_.lower, 1e-9) << known_.name;
  EXPECT_GT(ledger.sample_gradients, 0);
  EXPECT_EQ(ledger.lower_solves, 1);
  if (known_.name != "set-valued") {  // there F depends on which minimizer the solver found
    EXPECT_NEAR(known_.problem->upper(request.lambda, solved.weights()).item<double>(), known_.upper, 1e-8);
  }
}

// F along the best response has a stationary point at λ*.
TEST_P(KnownProblem, upper_value_is_lowest_at_the_optimum) {
  if (known_.name == "set-valued") GTEST_SKIP() << "the response is not unique";
  const auto n = static_cast<int64_t>(known_.lambda.size());
  constexpr double kStep = 0.05;
  torch::Tensor around = point(known_.lambda).repeat({2 * n + 1, 1});
  for (int64_t k = 0; k < n; ++k) {
    around[1 + 2 * k][k] += kStep;
    around[2 + 2 * k][k] -= kStep;
  }
  SolveRequest request;
  request.lambda = around;
  Ledger ledger;
  const SolveResult solved = solve_lower(*known_.problem, exact_options(), {}, request, ledger);
  const torch::Tensor upper = known_.problem->upper(around, solved.weights());
  for (int64_t e = 1; e < around.size(0); ++e) EXPECT_GT(upper[e].item<double>(), upper[0].item<double>());
}

TEST_P(KnownProblem, members_do_not_touch_each_other) {
  const Weights weights = known_.problem->initial_weights(3, Stream(0, "x"), true);
  torch::Tensor lambda = point(known_.lambda).repeat({3, 1});
  lambda[1] += 0.1;
  const Derivatives all = known_.problem->lower_derivatives(lambda, weights);
  const Derivatives one =
      known_.problem->lower_derivatives(lambda.slice(0, 1, 2), slice_members(weights, 1, 1));
  EXPECT_DOUBLE_EQ(all.value[1].item<double>(), one.value[0].item<double>());
  EXPECT_TRUE(torch::allclose(all.lambda[1], one.lambda[0]));
  EXPECT_TRUE(torch::allclose(all.weights[0][1], one.weights[0][0]));
}

INSTANTIATE_TEST_SUITE_P(All, KnownProblem, ::testing::Range(size_t{0}, test_problems().size()),
                         [](const auto& test) {
                           std::string name = test_problems()[test.param].name;
                           std::erase(name, '-');
                           return name;
                         });

TEST(SetValuedProblem, optimistic_and_pessimistic_values_differ) {
  const TestProblem known = set_valued_problem();
  const auto upper_at = [&](double lambda, double t) {
    const Weights beta = {torch::tensor({(lambda + t) / 2, (lambda - t) / 2}, torch::kFloat64).unsqueeze(0)};
    EXPECT_NEAR(known.problem->lower(point({lambda}), beta).item<double>(), 0, 1e-15);
    return known.problem->upper(point({lambda}), beta).item<double>();
  };
  EXPECT_NEAR(upper_at(1.25, -1), -0.5625, 1e-12);
  EXPECT_NEAR(upper_at(0.75, 1), 0.4375, 1e-12);
  EXPECT_GT(upper_at(1.25, 1), upper_at(0.75, 1));
}

TEST(RidgeProblem, hypergradient_is_that_of_the_validation_curve) {
  const TestProblem known = ridge_test_problem(3);
  const auto& ridge = dynamic_cast<const RidgeProblem&>(*known.problem);
  const auto curve = [&](double l) {
    return ridge.upper(point({l}), {ridge.solution(point({l}))}).item<double>();
  };
  for (const double l : {-4.0, -1.0, 1.5}) {
    const double slope = (curve(l + 1e-5) - curve(l - 1e-5)) / 2e-5;
    EXPECT_NEAR(ridge.hypergradient(point({l})).item<double>(), slope, 1e-7 * (1 + std::abs(slope)));
  }
}

TEST(RidgeProblem, solver_finds_the_closed_form) {
  const TestProblem known = ridge_test_problem(1);
  const auto& ridge = dynamic_cast<const RidgeProblem&>(*known.problem);
  SolveRequest request;
  request.lambda = torch::tensor({-3.0, 0.0}, torch::kFloat64).unsqueeze(1);
  Ledger ledger;
  const SolveResult solved = solve_lower(ridge, exact_options(), {}, request, ledger);
  EXPECT_TRUE(torch::allclose(solved.weights()[0], ridge.solution(request.lambda), 1e-6, 1e-8));
}

}  // namespace
}  // namespace gbho
