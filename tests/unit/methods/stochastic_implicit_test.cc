#include "methods/gradient/stochastic_implicit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "gbho/bilevel/ridge_problem.h"
#include "gbho/bilevel/test_problems.h"
#include "gbho/methods/stochastic_implicit.h"
#include "gbho/run/tune.h"
#include "gbho/testing/small_problem.h"
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

TEST(StochasticImplicit, TrainsOnMiniBatchesAndChargesThem) {
  NetworkProblem problem = small_problem();
  problem.selection = clouds(30, 9);
  LoopOptions loop;
  loop.diagonal = 2;
  loop.warm_up = 2;
  loop.loop_epochs = 10;
  for (const auto& method : {make_soba({}, loop), make_amigo({}, loop), make_stocbio({}, loop)}) {
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
