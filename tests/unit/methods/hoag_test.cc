#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/bilevel/folded_problem.h"
#include "gbho/bilevel/ridge_problem.h"
#include "gbho/bilevel/test_problems.h"
#include "gbho/methods/implicit.h"
#include "gbho/methods/registry.h"
#include "gbho/run/tune.h"
#include "gbho/testing/small_problem.h"
#include "methods/gradient/hoag_step.h"
#include "methods/gradient/tolerance_solver.h"
#include "support/one_model.h"

namespace gbho {
namespace {

torch::Tensor point(const std::vector<double>& values) {
  return torch::tensor(values, torch::kDouble).unsqueeze(0);
}

TEST(HoagStep, BeginsWithAStepOfOne) {
  const Space space({{"a", "l2", -10, 10}, {"b", "l2", -10, 10}});
  HoagStep step(space);
  const HoagStep::Outcome outcome = step.next(point({0, 0}), point({3, 4}), 1.0, 1e-3, 1e-3);
  // L = ‖∇‖/√n, so that the step is √n long.
  EXPECT_FALSE(outcome.rejected);
  EXPECT_NEAR(outcome.lambda.norm().item<double>(), std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(outcome.lambda[0][0].item<double>() / outcome.lambda[0][1].item<double>(), 0.75, 1e-12);
}

TEST(HoagStep, StaysInTheBox) {
  const Space space({{"a", "l2", -0.2, 0.3}});
  HoagStep step(space);
  EXPECT_DOUBLE_EQ(step.next(point({0}), point({5}), 1, 0, 0).lambda.item<double>(), -0.2);
}

TEST(HoagStep, LengthensWhereFFallsAndGoesBackWhereItRises) {
  const Space space({{"a", "l2", -10, 10}});
  HoagStep step(space);
  const torch::Tensor second = step.next(point({0}), point({2}), 1.0, 0, 0).lambda;
  EXPECT_DOUBLE_EQ(step.constant(), 2);
  const torch::Tensor third = step.next(second, point({1}), -2.0, 0, 0).lambda;  // far below: L falls by 5 %
  EXPECT_DOUBLE_EQ(step.constant(), 1.9);
  EXPECT_NEAR((third - second).item<double>(), -1 / 1.9, 1e-12);
  const HoagStep::Outcome back = step.next(third, point({1}), 5.0, 0, 0);
  EXPECT_TRUE(back.rejected);
  EXPECT_TRUE(torch::equal(back.lambda, second));
  EXPECT_DOUBLE_EQ(step.constant(), 3.8);
}

TEST(ToleranceSolver, StopsBelowItsShareOfTheFirstGradient) {
  const TestProblem known = ridge_test_problem();
  const auto& ridge = dynamic_cast<const RidgeProblem&>(*known.problem);
  TuneOptions tuning;
  tuning.runtime.threads = 1;
  MethodContext run(ridge, tuning);
  TrainState start;
  start.weights = ridge.initial_weights(1, Stream(0, "train.init"), true);
  ToleranceSolver solver(run, start, 1000);
  const torch::Tensor lambda = point({-1});
  const auto norm = [&](const Weights& weights) {
    return ridge.lower_derivatives(lambda, weights).weights[0].norm().item<double>();
  };
  const double first = norm(start.weights);
  double last = first;
  for (const double tolerance : {1e-1, 1e-3, 1e-6}) {
    ASSERT_TRUE(solver.solve(lambda, tolerance));
    EXPECT_LE(norm(solver.weights()), tolerance * first);
    EXPECT_LT(norm(solver.weights()), last);
    last = norm(solver.weights());
  }
  EXPECT_LT(relative_error(solver.weights()[0], ridge.solution(lambda)), 1e-4);
  EXPECT_EQ(run.ledger().lower_solves, 0);  // one network that is open all the while
  EXPECT_GT(run.ledger().sample_gradients, 0);
}

// From a third of the rounds of the other mode.
TEST(Hoag, ReachesTheOptimumOfRidge) {
  const TestProblem known = ridge_test_problem();
  const auto method =
      create_method("implicit", {{"preset", "hoag"}, {"loop_epochs", int64_t{60}}, {"warm_up", int64_t{0}}});
  TuneOptions tuning;
  tuning.lower.epochs = 400;
  tuning.runtime.threads = 1;
  const Summary summary = tune(*method, *known.problem, tuning).summary;
  EXPECT_NEAR(summary.consistent->validation_loss, known.upper, 1e-3 * known.upper);
  EXPECT_NEAR(summary.lambda.at(0), known.lambda.at(0), 0.02);
}

TEST(Hoag, IsRefusedWithFolds) {
  const FoldedProblem folded({small_problem(), small_problem()}, small_problem(), {});
  const auto method = create_method("implicit", {{"preset", "hoag"}});
  try {
    method->check_problem(folded);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("implicit.lambda_step = \"hoag\""));
  }
}

}  // namespace
}  // namespace gbho
