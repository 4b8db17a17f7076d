#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gbho/bilevel/function_problem.h"
#include "gbho/testing/small_problem.h"
#include "methods/gbho/search.h"
#include "methods/gbho/settings.h"
#include "support/exact_tuning.h"

namespace gbho {
namespace {

// Between 0.2 and 2.8 f has values, but ∂f/∂λ is not a number: √(x + |x|) at x < 0 is ∞ − ∞.
FunctionProblem problem_without_slope_inside() {
  return {Space({{"x", "x", 0, 3}}),
          {torch::zeros({1}, torch::kDouble)},
          [](const torch::Tensor& lambda, const Weights& weights) {
            return ((weights[0] - 1.5).square() + (lambda - 1.5).square()).sum(1);
          },
          [](const torch::Tensor& lambda, const Weights& weights) {
            const torch::Tensor x = (lambda - 1.5).abs() - 1.3;
            return ((weights[0] - lambda).square() + (x + x.abs()).sqrt()).sum(1);
          }};
}

// The samples are the two ends; the first point that the iterations add cannot be fitted.
TEST(GbhoSearch, AModelThatCannotBeRefinedEndsItInGoodOrder) {
  const FunctionProblem problem = problem_without_slope_inside();
  GbhoOptions options;
  options.points = {2};
  options.lagrangian = "equality";
  options.inner_learning_rate = options.inner_lambda_rate = 0.03;
  options.delta = options.epsilon = 1e-9;
  std::vector<std::string> ended;
  MethodContext context(problem, exact_tuning(50, 1e-9), [&](const Event& event) {
    if (event.progress && event.progress->finished) ended.push_back(event.progress->phase);
    return Next::kContinue;
  });
  const MethodResult result = GbhoSearch(context, settle(options, problem.space())).run();
  EXPECT_EQ(result.termination, Termination::kFinished);
  EXPECT_THAT(result.message,
              testing::StartsWith("φ̂ could not be refined after 1 of 5 iterations (kriging: point 3 of 3"));
  EXPECT_EQ(result.iterations.size(), 2U + 1U);
  EXPECT_TRUE(result.certificate.has_value());
  EXPECT_FALSE(result.joint.empty());
  EXPECT_THAT(ended, testing::ElementsAre("design", "fit", "iterations"));
}

GbhoOptions of_three_iterations(double delta, double lambda_rate) {
  GbhoOptions options;
  options.points = {5};
  options.iterations = 3;
  options.inner_steps = 20;
  options.inner_lambda_rate = lambda_rate;
  options.delta = delta;
  options.epsilon = 100;  // C2 holds
  return options;
}

MethodResult search_small_problem(const GbhoOptions& options) {
  const NetworkProblem problem = small_problem();
  MethodContext context(problem, small_options(), {});
  return GbhoSearch(context, settle(options, problem.space())).run();
}

// At this rate λ cannot move, so that its standing still says nothing.
TEST(GbhoSearch, ALambdaThatStandsStillIsNoConvergence) {
  const MethodResult result = search_small_problem(of_three_iterations(1e-12, 1e-12));
  EXPECT_FALSE(result.certificate->c1);
  EXPECT_TRUE(result.certificate->c2);
  EXPECT_EQ(result.termination, Termination::kFinished);
  EXPECT_EQ(result.message, "5 samples and 3 iterations; λ stood still in the last");
  EXPECT_EQ(result.iterations.size(), 5U + 3U);
}

/// How far the last iteration's λ is from the best of the five samples.
double distance_moved(const GbhoOptions& options) {
  const MethodResult result = search_small_problem(options);
  const auto samples_end = result.iterations.begin() + 5;
  const auto best =
      std::min_element(result.iterations.begin(), samples_end, [](const Iteration& a, const Iteration& b) {
        return a.validation_loss_consistent < b.validation_loss_consistent;
      });
  return std::abs(result.iterations.back().lambda[0] - best->lambda[0]);
}

TEST(GbhoSearch, AFrozenLambdaStaysAtTheBestSample) {
  GbhoOptions options = of_three_iterations(1e-12, 0.03);
  EXPECT_GT(distance_moved(options), 0);
  options.freeze_lambda = true;
  EXPECT_EQ(distance_moved(options), 0);
}

// One step without momentum from the same pair: the rate times the clipped gradient, not shortened by |m|.
TEST(GbhoSearch, PlainStepsAreNotShortened) {
  GbhoOptions options = of_three_iterations(1e-12, 0.03);
  options.iterations = options.inner_steps = 1;
  options.lagrangian = "equality";
  options.certain_bound = false;  // at a sample its slope is that of f
  options.mu = 50;                // m ≈ −50: the rates would be divided by that
  const double shortened = distance_moved(options);
  options.plain = true;
  EXPECT_GT(distance_moved(options), 10 * shortened);
  EXPECT_LE(distance_moved(options), 0.03 * options.inner_clip_norm + 1e-9);
}

TEST(GbhoSearch, C1AndC2AreConvergence) {
  const MethodResult result = search_small_problem(of_three_iterations(100, 0.03));
  EXPECT_EQ(result.termination, Termination::kConverged);
  EXPECT_EQ(result.message, "C1 and C2 hold after 1 of 3 iterations");
}

}  // namespace
}  // namespace gbho
