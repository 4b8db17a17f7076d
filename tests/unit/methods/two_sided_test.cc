#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/bilevel/test_problems.h"
#include "gbho/methods/registry.h"
#include "gbho/run/tune.h"
#include "gbho/testing/small_problem.h"
#include "methods/two_sided/hypergradient.h"
#include "methods/two_sided/regimes.h"
#include "methods/two_sided/two_sided_method.h"
#include "support/exact_tuning.h"

namespace gbho {
namespace {

class TwoSidedForm : public testing::TestWithParam<std::string> {};

// On ridge regression the hypergradient has a closed form.
TEST_P(TwoSidedForm, HypergradientIsThatOfTheClosedForm) {
  const TestProblem known = ridge_test_problem();
  const auto& ridge = dynamic_cast<const RidgeProblem&>(*known.problem);
  MethodContext context(ridge, exact_tuning(300, 1e-10));
  const torch::Tensor lambda = torch::tensor({-4.0, -1.0, 0.5, 2.0}, torch::kFloat64).unsqueeze(1);
  TwoSidedOptions options;
  options.form = GetParam();
  options.epsilon = 1e-4;
  const TrainedBatch batch = context.train_with_state(lambda);
  const Hypergradient found = two_sided_hypergradient(context, options, lambda, batch.state);
  const torch::Tensor exact = ridge.hypergradient(lambda);
  for (int64_t i = 0; i < 4; ++i) {
    const double own = exact[i].item<double>();
    EXPECT_NEAR(found.gradient[i].item<double>(), own, 1e-3 * std::abs(own) + 1e-6);
    EXPECT_TRUE(found.good[static_cast<size_t>(i)]);
  }
}

TEST_P(TwoSidedForm, HypergradientHasTheDirectPartOfTheUpperLevel) {
  const TestProblem known = quadratic_problem(3);  // F depends on λ itself
  MethodContext context(*known.problem, exact_tuning(300, 1e-10));
  TwoSidedOptions options;
  options.form = GetParam();
  options.epsilon = 1e-4;
  const torch::Tensor best = torch::tensor(known.lambda, torch::kFloat64).unsqueeze(0);
  const Hypergradient at_best =
      two_sided_hypergradient(context, options, best, context.train_with_state(best).state);
  EXPECT_LT(at_best.gradient.abs().max().item<double>(), 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Forms, TwoSidedForm, testing::Values("linear", "full"),
                         [](const auto& test) { return test.param; });

// Ridge regression that has trained for a few steps: β* goes on moving while the sides train, and what it
// moves by is no part of dF/dλ. A β⁰ that trains on as long takes it out, and leaves what is of the order of
// ε.
TEST(TwoSided, AMatchedBaseTakesTheDriftOutOfOneSide) {
  const TestProblem known = ridge_test_problem();
  TuneOptions tuning;
  tuning.lower.learning_rate = {0.02};
  tuning.lower.momentum = {0.0};
  tuning.lower.epochs = 10;
  tuning.runtime.threads = 1;
  MethodContext context(*known.problem, tuning);
  const torch::Tensor lambda = torch::tensor({-1.0}, torch::kFloat64).unsqueeze(1);
  const TrainedBatch batch = context.train_with_state(lambda);
  TwoSidedOptions options;
  options.epsilon = 1e-3;
  options.extra_epochs = 10;
  const Hypergradient found = two_sided_hypergradient(context, options, lambda, batch.state, true);
  const double two_sided = found.gradient.item<double>();
  const auto one_sided = [&](double rest) {
    return found.direct.item<double>() + (found.plus_slope.item<double>() - rest) / options.epsilon;
  };
  const double size = std::abs(two_sided);
  EXPECT_NEAR(one_sided(found.rest_slope.item<double>()), two_sided, 0.05 * size);
  EXPECT_GT(std::abs(one_sided(batch.evaluations[0].lambda_gradient[0]) - two_sided), size);
  const Hypergradient without = two_sided_hypergradient(context, options, lambda, batch.state);
  EXPECT_EQ(without.gradient.item<double>(), two_sided);
  EXPECT_FALSE(without.rest_slope.defined());
}

TEST(TwoSided, EveryRegimeFindsKnownOptima) {
  for (const char* regime : {"kriging", "signs"}) {
    for (const TestProblem& known :
         {quadratic_problem(2), ridge_test_problem(), smd_problem(1), smd_problem(3)}) {
      TwoSidedOptions options;
      options.regime = regime;
      options.epsilon = 1e-4;
      options.steps = 40;
      TwoSidedMethod method(options);
      const Summary summary = tune(method, *known.problem, exact_tuning(300, 1e-10)).summary;
      EXPECT_NEAR(summary.consistent->validation_loss, known.upper, 0.05 * (1 + std::abs(known.upper)))
          << regime << " on " << known.name;
    }
  }
}

TEST(TwoSided, SingleLoopFindsAKnownOptimum) {
  const TestProblem known = quadratic_problem(60);
  TuneOptions tuning = exact_tuning(300, 1e-10);
  tuning.lower.optimizer = "sgd";
  tuning.lower.learning_rate = {0.3};
  tuning.lower.momentum = {0.5};
  TwoSidedOptions options;
  options.epsilon = 0.01;
  options.loop.loop_epochs = 600;
  options.loop.lambda_rate = 0.02;
  options.loop.patience = 600;
  TwoSidedMethod method(options);
  const Summary summary = tune(method, *known.problem, tuning).summary;
  EXPECT_THAT(summary.message, testing::HasSubstr("regime single_loop"));
  EXPECT_NEAR(summary.consistent->validation_loss, known.upper, 0.05 * known.upper);
}

TEST(TwoSided, RegimeFollowsTheDimension) {
  const auto space = [](int n) {
    std::vector<Dimension> dimensions;
    dimensions.reserve(static_cast<size_t>(n));
    for (int k = 0; k < n; ++k) dimensions.push_back({"h" + std::to_string(k), "l2", -10, 0});
    return Space(dimensions);
  };
  EXPECT_EQ(regime_of({}, space(1)), "kriging");
  EXPECT_EQ(regime_of({}, space(4)), "kriging");
  EXPECT_EQ(regime_of({}, space(5)), "signs");
  EXPECT_EQ(regime_of({}, space(50)), "signs");
  EXPECT_EQ(regime_of({}, space(51)), "single_loop");
  TwoSidedOptions asked;
  asked.regime = "signs";
  EXPECT_EQ(regime_of(asked, space(1)), "signs");
}

TEST(TwoSided, ManyHyperparametersNeedASelectionPart) {
  TwoSidedOptions options;
  options.loop.loop_epochs = 5;
  TwoSidedMethod method(options);
  NetworkProblem problem = weighted_small_problem();
  EXPECT_THROW(tune(method, problem, small_options()), ConfigError);
  problem.selection = clouds(30, 9);
  const Summary summary = tune(method, problem, small_options()).summary;
  EXPECT_TRUE(summary.refit.has_value());
  EXPECT_THAT(summary.message, testing::HasSubstr("shared λ"));
}

TEST(TwoSided, GradientsCanBeAskedForInFewDimensions) {
  TwoSidedOptions options;
  options.gradients = "always";
  TwoSidedMethod method(options);
  const Summary summary = tune(method, small_problem(), small_options()).summary;
  EXPECT_GT(summary.ledger.lower_solves, 3 * 10);  // every candidate has its two sides
  EXPECT_TRUE(summary.refit.has_value());
}

TEST(TwoSided, SidesCountAgainstTheBudget) {
  TwoSidedOptions options;
  options.gradients = "always";
  TwoSidedMethod method(options);
  TuneOptions tuning = small_options();
  tuning.budget.lower_solves = 14;
  const Summary summary = tune(method, small_problem(), tuning).summary;
  EXPECT_EQ(summary.termination, Termination::kBudget);
  EXPECT_LE(summary.ledger.lower_solves, 14 + 1);  // and the refit
}

TEST(TwoSided, RefusesBadOptions) {
  const Space space({{"l2", "l2", -8, 2}});
  const auto message = [&](const OptionValues& values) {
    try {
      create_method("two_sided", values)->validate(space);
    } catch (const ConfigError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(message({{"regime", std::string("krigging")}}), testing::HasSubstr("kriging"));
  EXPECT_THAT(message({{"epsilon", 0.0}}), testing::HasSubstr("two_sided.epsilon = 0"));
  EXPECT_THAT(message({{"evaluations", int64_t{3}}}), testing::HasSubstr("two_sided.evaluations"));
  EXPECT_THAT(message({{"shrink", 1.5}}), testing::HasSubstr("above 0 and below 1"));
}

}  // namespace
}  // namespace gbho
