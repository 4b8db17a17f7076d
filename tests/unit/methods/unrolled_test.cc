#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/base/log.h"
#include "gbho/bilevel/test_problems.h"
#include "gbho/run/tune.h"
#include "gbho/testing/small_problem.h"
#include "methods/gradient/tangents.h"
#include "methods/gradient/unrolled_estimators.h"
#include "methods/gradient/unrolled_method.h"
#include "support/one_model.h"
#include "support/unrolled_runs.h"

namespace gbho {
namespace {

using testing::HasSubstr;

std::shared_ptr<const Problem> problem_called(const std::string& name) {
  if (name == "ridge") return std::make_shared<RidgeProblem>(ridge_by_coefficient());
  if (name == "logistic") return std::make_shared<FunctionProblem>(logistic_with_intercept());
  return quadratic_problem(3).problem;
}

class UnrolledSteps : public testing::TestWithParam<std::tuple<std::string, bool>> {
 protected:
  std::shared_ptr<const Problem> problem_ = problem_called(std::get<0>(GetParam()));
  LowerOptions lower_ = sgd_options(0.9, std::get<1>(GetParam()));
  torch::Tensor lambda_ = same_lambda(*problem_, -1.2) + 0.3 * torch::arange(problem_->space().size());
};

TEST_P(UnrolledSteps, ReversePassIsTheDerivativeOfTheSameSteps) {
  const torch::Tensor right = numerical_gradient(*problem_, lower_, lambda_, 40, 1e-5);
  EXPECT_LT(relative_error(stored_gradient(*problem_, lower_, lambda_, 40, 40), right), 1e-6);
}

TEST_P(UnrolledSteps, SchedulesAreDifferentiatedToo) {
  for (const char* schedule : {"linear", "cosine", "step"}) {
    lower_.schedule = schedule;
    const torch::Tensor right = numerical_gradient(*problem_, lower_, lambda_, 40, 1e-5);
    EXPECT_LT(relative_error(stored_gradient(*problem_, lower_, lambda_, 40, 40), right), 1e-6) << schedule;
  }
}

TEST_P(UnrolledSteps, TangentsGiveTheSame) {
  lower_.schedule = "cosine";
  Ledger ledger;
  SgdSteps steps(*problem_, lower_, 0, ledger);
  TangentSgd run(steps, steps.start(), lambda_.size(1));
  for (int64_t step = 0; step < 40; ++step) run.forward(lambda_, step);
  const torch::Tensor right = stored_gradient(*problem_, lower_, lambda_, 40, 40);
  EXPECT_LT(relative_error(run.hypergradient(lambda_), right), 1e-9);
  EXPECT_EQ(ledger.hessian_vector_products, 40 * lambda_.size(1));
}

INSTANTIATE_TEST_SUITE_P(Problems, UnrolledSteps,
                         testing::Combine(testing::Values("ridge", "quadratic", "logistic"), testing::Bool()),
                         [](const auto& test) {
                           return std::get<0>(test.param) +
                                  (std::get<1>(test.param) ? "_nesterov" : "_plain");
                         });

class UnrolledRidge : public testing::TestWithParam<bool> {
 protected:
  RidgeProblem ridge_ = ridge_by_coefficient();
  LowerOptions lower_ = sgd_options(0.9, GetParam());
  torch::Tensor lambda_ = same_lambda(ridge_, -1);
};

TEST_P(UnrolledRidge, ManyStepsGiveTheClosedForm) {
  const torch::Tensor found = stored_gradient(ridge_, lower_, lambda_, 600, 600);
  EXPECT_LT(relative_error(found, ridge_.hypergradient(lambda_)), 1e-6);
}

TEST_P(UnrolledRidge, ALongWindowIsEnough) {
  const torch::Tensor right = ridge_.hypergradient(lambda_);
  EXPECT_LT(relative_error(stored_gradient(ridge_, lower_, lambda_, 600, 300), right), 1e-3);
  EXPECT_GT(relative_error(stored_gradient(ridge_, lower_, lambda_, 600, 3), right), 0.1);
}

TEST_P(UnrolledRidge, ALineInPlaceOfTheStepsGivesAboutTheDirection) {
  Ledger ledger;
  SgdSteps steps(ridge_, lower_, 0, ledger);
  LineTrajectory trajectory(steps, steps.start());
  run_forward(trajectory, lambda_, 100);
  const torch::Tensor found = reverse_pass(steps, trajectory, lambda_, 100, 100);
  const torch::Tensor right = stored_gradient(ridge_, lower_, lambda_, 100, 100);
  const double cosine = ((found * right).sum() / (found.norm() * right.norm())).item<double>();
  EXPECT_GT(cosine, 0.9);
  EXPECT_LT(cosine, 1 - 1e-9);  // it is an approximation, though
}

INSTANTIATE_TEST_SUITE_P(Forms, UnrolledRidge, testing::Bool(),
                         [](const auto& test) { return test.param ? "nesterov" : "plain"; });

TEST(UnrolledMemory, DoublesWithTheStepsOnlyWhereWeightsAreStored) {
  const RidgeProblem ridge = ridge_by_coefficient();
  Ledger ledger;
  SgdSteps steps(ridge, sgd_options(0.9, true), 0, ledger);
  const auto bytes = [&](Trajectory&& trajectory, int64_t count) {
    run_forward(trajectory, same_lambda(ridge, -1), count);
    return trajectory.stored_bytes();
  };
  EXPECT_EQ(bytes(StoredTrajectory(steps, steps.start(), 1000), 50), 50 * 4 * 8);
  EXPECT_EQ(bytes(StoredTrajectory(steps, steps.start(), 1000), 100), 100 * 4 * 8);
  EXPECT_EQ(bytes(StoredTrajectory(steps, steps.start(), 20), 50), 20 * 4 * 8);
  EXPECT_EQ(bytes(LineTrajectory(steps, steps.start()), 50), 2 * 4 * 8);
  EXPECT_EQ(bytes(LineTrajectory(steps, steps.start()), 100), 2 * 4 * 8);
}

TEST(UnrolledCost, IsChargedInExamplesAndProducts) {
  const RidgeProblem ridge = ridge_by_coefficient();
  Ledger ledger;
  SgdSteps steps(ridge, sgd_options(0.9, true), 0, ledger);
  StoredTrajectory trajectory(steps, steps.start(), 10);
  run_forward(trajectory, same_lambda(ridge, -1), 15);
  EXPECT_EQ(ledger.sample_gradients, 15 * 20);
  reverse_pass(steps, trajectory, same_lambda(ridge, -1), 15, 10);
  EXPECT_EQ(ledger.sample_gradients, 15 * 20 + 30 + 10 * 3 * 20);
  EXPECT_EQ(ledger.hessian_vector_products, 10);
}

TEST(UnrolledNetwork, TakesTheStepsOfTheSolver) {
  const NetworkProblem problem = small_problem();
  LowerOptions lower = small_options().lower;
  lower.engine = "autograd";
  for (const auto& [nesterov, schedule] : {std::pair(false, "constant"),
                                           {true, "constant"},
                                           {true, "cosine"},
                                           {false, "linear"},
                                           {true, "step"}}) {
    lower.nesterov = nesterov;
    lower.schedule = schedule;
    lower.step_epochs = 2;
    SolveRequest request;
    request.lambda = same_lambda(problem, -3);
    request.seed = 4;
    Ledger ledger;
    const SolveResult solved = solve_lower(problem, lower, small_options().runtime, request, ledger);
    Ledger own;
    SgdSteps steps(problem, lower, 4, own);
    EXPECT_EQ(steps.per_epoch(), 4);
    StoredTrajectory trajectory(steps, steps.start(), 1);
    run_forward(trajectory, request.lambda, 5 * 4);
    EXPECT_EQ(own.sample_gradients, ledger.sample_gradients);
    for (size_t p = 0; p < solved.state.weights.size(); ++p) {
      EXPECT_TRUE(torch::allclose(trajectory.state().weights[p], solved.state.weights[p], 1e-5, 1e-6));
      EXPECT_TRUE(torch::allclose(trajectory.state().velocity[p], solved.state.moments[0][p], 1e-4, 1e-6));
    }
  }
}

TEST(UnrolledNetwork, ReversePassIsTheDerivativeOfTheSameMiniBatches) {
  const NetworkProblem problem = small_problem();
  const LowerOptions lower = small_options().lower;
  const torch::Tensor lambda = same_lambda(problem, -2);
  const torch::Tensor right = numerical_gradient(problem, lower, lambda, 30, 1e-2);
  EXPECT_LT(relative_error(stored_gradient(problem, lower, lambda, 30, 30), right), 1e-3);
}

TEST(UnrolledEstimator, GoesOnFromASnapshotBitForBit) {
  const NetworkProblem problem = small_problem();
  MethodContext context(problem, small_options());
  UnrolledOptions options;
  options.steps = 7;  // not an epoch's
  options.window = 5;
  Ledger ledger;
  SgdSteps steps(problem, small_options().lower, 4, ledger);
  const TrainState start{steps.start().weights, {steps.start().velocity}, 3};
  ReverseEstimator whole(context, options, start);
  const torch::Tensor lambda = same_lambda(problem, -2);
  ASSERT_TRUE(whole.advance(lambda));
  whole.hypergradient();
  const Snapshot snapshot = from_safetensors(to_safetensors(whole.snapshot()));
  ASSERT_TRUE(whole.advance(lambda + 0.1));

  ReverseEstimator resumed(context, options, start);
  resumed.restore(snapshot);
  ASSERT_TRUE(resumed.advance(lambda + 0.1));
  EXPECT_TRUE(torch::equal(resumed.hypergradient(), whole.hypergradient()));
  EXPECT_TRUE(torch::equal(resumed.weights()[0], whole.weights()[0]));
}

TEST(UnrolledEstimator, SaysWhenItDiverges) {
  const RidgeProblem ridge = ridge_by_coefficient();
  for (const char* mode : {"truncated", "full", "drmad", "reversible"}) {
    TuneOptions tuning;
    tuning.lower = sgd_options(0.9, false, 50);
    tuning.lower.epochs = 400;
    MethodContext context(ridge, tuning);
    UnrolledOptions options;
    options.mode = mode;
    options.steps = 400;
    const Weights zero = {torch::zeros({1, 4}, torch::kDouble)};
    ReverseEstimator estimator(context, options, {zero, {zero}, 0});
    EXPECT_FALSE(estimator.advance(same_lambda(ridge, 0))) << mode;
    EXPECT_FALSE(estimator.advance(same_lambda(ridge, NAN))) << mode;
    EXPECT_FALSE(ForwardEstimator(context).advance(same_lambda(ridge, 0)));
    EXPECT_FALSE(ForwardEstimator(context).advance(same_lambda(ridge, NAN)));
  }
}

class UnrolledTuning : public testing::TestWithParam<std::string> {};

TEST_P(UnrolledTuning, ReachesTheKnownOptimum) {
  const TestProblem known = ridge_test_problem();
  UnrolledOptions options;
  options.mode = GetParam();
  UnrolledMethod method(options);
  for (const Option& option : method.options()) {
    if (option.name == "loop_epochs") set_option(option, int64_t{30});
    if (option.name == "lambda_rate") set_option(option, 0.1);
  }
  TuneOptions tuning;
  tuning.lower = sgd_options(0.8, false, 0.1);
  tuning.lower.epochs = 60;
  tuning.runtime.threads = 1;
  const Summary summary = tune(method, *known.problem, tuning).summary;
  EXPECT_NEAR(summary.lambda.at(0), known.lambda[0], 0.02);
  EXPECT_NEAR(summary.consistent->validation_loss, known.upper, 1e-3 * known.upper);
  // At the λ found, with the lower level solved exactly.
  const auto& ridge = dynamic_cast<const RidgeProblem&>(*known.problem);
  const torch::Tensor lambda = torch::tensor(summary.lambda, torch::kDouble).unsqueeze(0);
  EXPECT_NEAR(ridge.upper(lambda, {ridge.solution(lambda)}).item<double>(), known.upper, 1e-4 * known.upper);
  EXPECT_THAT(summary.message, HasSubstr("; better than one shared"));
  EXPECT_GT(summary.ledger.hessian_vector_products, 0);
}

INSTANTIATE_TEST_SUITE_P(Modes, UnrolledTuning,
                         testing::Values("truncated", "full", "reversible", "forward", "drmad"),
                         [](const auto& test) { return test.param; });

std::string unrolled_error(UnrolledOptions options, const TuneOptions& tuning) {
  UnrolledMethod method(std::move(options));
  try {
    tune(method, small_problem(), tuning);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(UnrolledOptionsTest, BadOnesAreErrorsThatNameTheKey) {
  UnrolledOptions options;
  options.mode = "ful";
  EXPECT_THAT(unrolled_error(options, small_options()), HasSubstr("unrolled.mode"));
  options = {};
  options.window = -1;
  EXPECT_THAT(unrolled_error(options, small_options()), HasSubstr("unrolled.window"));
  options = {};
  options.steps = -1;
  EXPECT_THAT(unrolled_error(options, small_options()), HasSubstr("unrolled.steps"));
  options = {};
  options.memory_mb = 0;
  EXPECT_THAT(unrolled_error(options, small_options()), HasSubstr("unrolled.memory_mb"));
}

TEST(UnrolledOptionsTest, OnlyPlainSgdCanBeUnrolled) {
  TuneOptions tuning = small_options();
  tuning.lower.optimizer = "adam";
  EXPECT_THAT(unrolled_error({}, tuning), HasSubstr("lower.optimizer"));
  tuning = small_options();
  tuning.lower.clip_norm = 1;
  EXPECT_THAT(unrolled_error({}, tuning), HasSubstr("lower.clip_norm"));
  UnrolledOptions options;
  options.mode = "reversible";
  tuning = small_options();
  EXPECT_THAT(unrolled_error(options, tuning), HasSubstr("lower.nesterov"));
  tuning.lower.nesterov = false;
  tuning.lower.momentum = {0};
  EXPECT_THAT(unrolled_error(options, tuning), HasSubstr("lower.momentum"));
}

TEST(UnrolledOptionsTest, TooManyTangentsAreRefused) {
  const FunctionProblem many(
      Space([] {
        std::vector<Dimension> dimensions;
        dimensions.reserve(65);
        for (int k = 0; k < 65; ++k) dimensions.push_back({fmt::format("l{}", k), "l2", -1, 1});
        return dimensions;
      }()),
      {torch::zeros({65}, torch::kDouble)},
      [](const torch::Tensor& /*lambda*/, const Weights& beta) { return beta[0].square().sum(1); },
      [](const torch::Tensor& lambda, const Weights& beta) { return (beta[0] - lambda).square().sum(1); });
  UnrolledOptions options;
  EXPECT_NO_THROW(UnrolledMethod(options).check_problem(many));
  options.mode = "forward";
  EXPECT_THROW(UnrolledMethod(options).check_problem(many), ConfigError);
}

TEST(UnrolledOptionsTest, MemoryIsAnnouncedAndLimited) {
  UnrolledOptions options;
  options.mode = "full";
  std::string said;
  LogSink before = set_log_sink([&](LogLevel, std::string_view message) { said += message; });
  TuneOptions tuning = small_options();
  tuning.budget.lower_solves = 3;
  EXPECT_EQ(unrolled_error(options, tuning), "");
  set_log_sink(std::move(before));
  // 5 epochs of 4 steps; a linear classifier of 4 inputs and 3 classes, in single precision
  EXPECT_THAT(said, HasSubstr("unrolled: storing 20 steps of 15 weights takes 0.0012 MB"));

  options.memory_mb = 1;
  tuning.lower.epochs = 5000;
  EXPECT_THAT(unrolled_error(options, tuning),
              testing::AllOf(HasSubstr("unrolled.memory_mb"), HasSubstr("drmad")));
}

}  // namespace
}  // namespace gbho
