#include "methods/gradient/stochastic_implicit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "gbho/base/error.h"
#include "gbho/bilevel/ridge_problem.h"
#include "gbho/bilevel/test_problems.h"
#include "gbho/methods/stochastic_implicit.h"
#include "gbho/run/tune.h"
#include "gbho/testing/small_problem.h"
#include "methods/gradient/averaged_gradient.h"
#include "methods/gradient/fixed_batches.h"
#include "methods/gradient/implicit_gradient.h"
#include "support/one_model.h"

namespace gbho {
namespace {

struct ScheduleCase {
  std::string name;
  int rounds;
  StochasticSchedule schedule;
};

class StochasticImplicitOfRidge : public testing::TestWithParam<ScheduleCase> {};

// At a λ that stays, β and v settle, and the hypergradient of ridge regression has a closed form.
TEST_P(StochasticImplicitOfRidge, SettlesAtTheClosedForm) {
  const TestProblem known = ridge_test_problem();
  const auto& ridge = dynamic_cast<const RidgeProblem&>(*known.problem);
  TuneOptions tuning;
  tuning.lower.learning_rate = {0.05};
  tuning.lower.momentum = {0.5};
  tuning.runtime.threads = 1;
  MethodContext run(ridge, tuning);
  TrainState start;
  start.weights = ridge.initial_weights(1, Stream(3, "test"), true);
  const auto estimator = make_stochastic_implicit(run, GetParam().schedule, start);
  const torch::Tensor lambda = torch::tensor({-1.0}, torch::kDouble).unsqueeze(0);
  for (int round = 0; round < GetParam().rounds; ++round) ASSERT_TRUE(estimator->advance(lambda));
  EXPECT_LT(relative_error(estimator->hypergradient(), ridge.hypergradient(lambda)), 1e-2);
}

INSTANTIATE_TEST_SUITE_P(Schedules, StochasticImplicitOfRidge,
                         testing::Values(ScheduleCase{"soba", 100, {true, true, 5, 0, 0.05, 0}},
                                         ScheduleCase{"amigo", 100, {false, true, 5, 5, 0.05, 0}},
                                         ScheduleCase{"stocbio", 5, {false, false, 100, 300, 0.05, 0}}),
                         [](const auto& test) { return test.param.name; });

// A vector of every batch is kept: the mean of what comes out is the mean over all batches, whatever the
// steps before.
TEST(AveragedGradient, CorrectsTheMeanOfTheBatches) {
  const Weights like = {torch::zeros({1, 2}, torch::kDouble)};
  const std::vector<double> share = {0.5, 0.3, 0.2};
  const auto vector = [](double a, double b) { return Weights{torch::tensor({{a, b}}, torch::kDouble)}; };
  const std::vector<Weights> g = {vector(1, 4), vector(-2, 0), vector(5, 1)};
  AveragedGradient averaged(like, 3);
  EXPECT_TRUE(torch::allclose(averaged.next(0, share[0], g[0])[0], g[0][0]));  // nothing is known yet
  for (const int64_t k : {1, 2}) averaged.next(k, share[static_cast<size_t>(k)], g[static_cast<size_t>(k)]);
  const torch::Tensor mean = 0.5 * g[0][0] + 0.3 * g[1][0] + 0.2 * g[2][0];
  EXPECT_TRUE(torch::allclose(averaged.next(1, share[1], g[1])[0], mean));  // the same again corrects nothing
  const Weights other = vector(7, 7);
  EXPECT_TRUE(torch::allclose(averaged.next(2, share[2], other)[0], mean + other[0] - g[2][0]));
}

TEST(FixedBatches, AreDealtOnceAndAllHaveTheirTurn) {
  FixedBatches batches(10, 4, 3, "test");
  ASSERT_EQ(batches.count(), 3);
  EXPECT_EQ(batches.size(2), 2);
  const torch::Tensor all = torch::cat({batches.rows(0), batches.rows(1), batches.rows(2)});
  EXPECT_TRUE(torch::equal(std::get<0>(torch::sort(all)), torch::arange(10)));
  std::set<int64_t> seen;
  for (int64_t step = 3; step < 6; ++step) seen.insert(batches.at(step));
  EXPECT_EQ(seen.size(), 3U);
}

// With no noise in it, SABA's v and β are those of full gradients: on ridge regression it settles at the
// closed form.
TEST(Saba, SettlesAtTheClosedForm) {
  const TestProblem known = ridge_test_problem();
  const auto& ridge = dynamic_cast<const RidgeProblem&>(*known.problem);
  TuneOptions tuning;
  tuning.lower.learning_rate = {0.05};
  tuning.lower.momentum = {0.5};
  tuning.runtime.threads = 1;
  MethodContext run(ridge, tuning);
  TrainState start;
  start.weights = ridge.initial_weights(1, Stream(3, "test"), true);
  const auto estimator = make_averaged_implicit(run, {true, true, 5, 0, 0.05, 0}, start);
  const torch::Tensor lambda = torch::tensor({-1.0}, torch::kDouble).unsqueeze(0);
  for (int round = 0; round < 100; ++round) ASSERT_TRUE(estimator->advance(lambda));
  EXPECT_LT(relative_error(estimator->hypergradient(), ridge.hypergradient(lambda)), 1e-2);
}

// The same for SUSTAIN, whatever the weight of the newest direction.
TEST(Sustain, SettlesAtTheClosedForm) {
  const TestProblem known = ridge_test_problem();
  const auto& ridge = dynamic_cast<const RidgeProblem&>(*known.problem);
  TuneOptions tuning;
  tuning.lower.learning_rate = {0.05};
  tuning.lower.momentum = {0.0};
  tuning.runtime.threads = 1;
  const torch::Tensor lambda = torch::tensor({-1.0}, torch::kDouble).unsqueeze(0);
  for (const double eta : {0.2, 1.0}) {
    MethodContext run(ridge, tuning);
    TrainState start;
    start.weights = ridge.initial_weights(1, Stream(3, "test"), true);
    const auto estimator = make_momentum_implicit(run, {false, false, 100, 300, 0.05, 0}, eta, start);
    torch::Tensor estimate;
    for (int round = 0; round < 5; ++round) {
      ASSERT_TRUE(estimator->advance(lambda));
      estimate = estimator->hypergradient();
    }
    EXPECT_LT(relative_error(estimate, ridge.hypergradient(lambda)), 1e-2) << eta;
  }
}

// At a λ that stays, and a lower level that is strongly convex, SABA's noise dies out and soba's does not.
TEST(Saba, IsLessNoisyThanSoba) {
  const NetworkProblem problem = small_problem();
  TuneOptions tuning = small_options();
  const torch::Tensor lambda = torch::tensor({{-3.0}}, torch::kDouble);
  LowerOptions exact = tuning.lower;
  exact.optimizer = "lbfgs";
  exact.epochs = 500;
  SolveRequest request;
  request.lambda = lambda;
  Ledger unused;
  const Weights solution = solve_lower(problem, exact, tuning.runtime, request, unused).weights();
  InverseOptions inverse;
  inverse.tolerance = 1e-6;
  inverse.iterations = 500;
  const torch::Tensor reference = implicit_gradient(problem, lambda, solution, inverse).gradient;
  tuning.lower.learning_rate = {0.1};
  tuning.lower.momentum = {0.0};
  tuning.lower.batch = 8;
  const auto error = [&](bool averaged) {
    MethodContext run(problem, tuning);
    TrainState start;
    start.weights = solution;
    const StochasticSchedule schedule{true, true, 0, 0, 0.1, 0};
    const auto estimator = averaged ? make_averaged_implicit(run, schedule, start)
                                    : make_stochastic_implicit(run, schedule, start);
    for (int round = 0; round < 60; ++round) EXPECT_TRUE(estimator->advance(lambda));
    double sum = 0;
    for (int round = 0; round < 10; ++round) {
      EXPECT_TRUE(estimator->advance(lambda));
      sum += relative_error(estimator->hypergradient(), reference);
    }
    return sum / 10;
  };
  const double noisy = error(false);
  EXPECT_LT(error(true), 0.3 * noisy) << noisy;
}

TEST(StochasticImplicit, TrainsOnMiniBatchesAndChargesThem) {
  NetworkProblem problem = small_problem();
  problem.selection = clouds(30, 9);
  LoopOptions loop;
  loop.diagonal = 2;
  loop.warm_up = 2;
  loop.loop_epochs = 10;
  for (const auto& method : {make_soba({}, loop), make_saba({}, loop), make_amigo({}, loop),
                             make_stocbio({}, loop), make_sustain({}, loop)}) {
    const Summary summary = tune(*method, problem, small_options()).summary;
    EXPECT_TRUE(summary.refit.has_value()) << method->name();
    EXPECT_GT(summary.ledger.hessian_vector_products, 12) << method->name();
  }
}

TEST(StochasticImplicit, RefusesOtherOptimizers) {
  TuneOptions tuning = small_options();
  tuning.lower.optimizer = "adam";
  try {
    tune(*make_soba(), small_problem(), tuning);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("lower.optimizer = \"adam\": soba trains by sgd alone"));
  }
}

}  // namespace
}  // namespace gbho
