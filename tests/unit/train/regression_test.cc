#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/train/check_gradients.h"
#include "gbho/train/pilot.h"
#include "gbho/train/solver.h"
#include "support/problems.h"
#include "support/small_regression.h"
#include "train/lower_level.h"
#include "train/score.h"

namespace gbho {
namespace {

using testing::make_lambda;
using testing::make_problem;
using testing::ProblemSpec;
using testing::relative_difference;

ProblemSpec regression_spec(const std::string& kind = "mlp") {
  ProblemSpec spec;
  spec.kind = kind;
  spec.classes = 1;
  return spec;
}

SolveResult solved(const NetworkLevel& problem, const LowerOptions& options, const Runtime& runtime,
                   const torch::Tensor& lambda) {
  SolveRequest request;
  request.lambda = lambda;
  Ledger ledger;
  return solve_lower(problem, options, runtime, request, ledger);
}

TEST(Regression, GradientsAgreeWithTheReferenceAndWithDifferences) {
  for (const char* kind : {"linear", "mlp"}) {
    const NetworkLevel problem = make_problem(regression_spec(kind));
    const GradientCheck check = check_gradients(problem, make_lambda(3), 1, {});
    EXPECT_TRUE(check.passed) << kind << ": " << check.max_relative_error << " in " << check.worst_parameter
                              << ", " << check.finite_difference_error;
  }
}

TEST(Regression, TheProblemsDerivativesAgreeWithDifferences) {
  const NetworkProblem problem = small_regression_problem(small_regression(), "mlp");
  const ProblemCheck check = check_gradients(problem, 2, 3);
  EXPECT_TRUE(check.passed) << check.error;
}

// f = 1/N ‖Xβ + b − y‖² + exp λ·‖β‖² with a free intercept: with x and y centered β = (XᵀX/N + exp λ·I)⁻¹
// Xᵀy/N.
struct RidgeSolution {
  torch::Tensor beta;
  double intercept = 0;
  double loss = 0;
};

RidgeSolution ridge_solution(const Examples& train, double strength) {
  const torch::Tensor x = train.x.to(torch::kFloat64);
  const torch::Tensor y = train.y.to(torch::kFloat64);
  const torch::Tensor centered = x - x.mean(0);
  const torch::Tensor gram =
      centered.t().matmul(centered) / x.size(0) + strength * torch::eye(x.size(1), torch::kFloat64);
  const torch::Tensor right = centered.t().matmul(y - y.mean()) / x.size(0);
  RidgeSolution solution;
  solution.beta = at::linalg_solve(gram, right.unsqueeze(1)).squeeze(1);
  solution.intercept = (y.mean() - x.mean(0).dot(solution.beta)).item<double>();
  solution.loss = (x.matmul(solution.beta) + solution.intercept - y).square().mean().item<double>();
  return solution;
}

void expect_ridge_solutions(const NetworkLevel& level, SolveRequest request, const std::string& engine,
                            double tolerance) {
  LowerOptions options;
  options.engine = engine;
  options.optimizer = "lbfgs";
  options.epochs = 200;
  options.gradient_tolerance = 1e-9;
  request.lambda = torch::tensor({-6.0, -2.0, 0.5}, torch::kFloat64).unsqueeze(1);
  Ledger ledger;
  const SolveResult result = solve_lower(level, options, {}, request, ledger);
  for (int64_t e = 0; e < 3; ++e) {
    const double strength = std::exp(request.lambda[e][0].item<double>());
    const RidgeSolution exact = ridge_solution(level.train, strength);
    const torch::Tensor beta = result.weights()[0][e][0].to(torch::kFloat64);
    EXPECT_LT((beta - exact.beta).abs().max().item<double>(), tolerance);
    EXPECT_NEAR(result.weights()[1][e][0].item<double>(), exact.intercept, tolerance);
    const double objective = exact.loss + strength * exact.beta.square().sum().item<double>();
    EXPECT_NEAR(result.objective[static_cast<size_t>(e)], objective, tolerance);
  }
}

TEST(Regression, LinearWithL2IsRidgeRegression) {
  NetworkLevel level = small_regression_problem(small_regression()).level;
  expect_ridge_solutions(level, {}, "fused", 1e-4);  // single precision
  // Double precision, which LibTorch has.
  level.train.x = level.train.x.to(torch::kFloat64);
  SolveRequest request;
  request.start = TrainState{};
  for (const torch::Tensor& tensor : level.model->initial_weights(3, Stream(1, "start"), true)) {
    request.start->weights.push_back(tensor.to(torch::kFloat64));
  }
  expect_ridge_solutions(level, request, "autograd", 1e-6);
}

TEST(Regression, AMembersResultDoesNotDependOnItsNeighbours) {
  for (const char* kind : {"linear", "mlp"}) {
    const NetworkLevel problem = make_problem(regression_spec(kind));
    LowerOptions options;
    options.batch = 16;
    options.epochs = 3;
    const SolveResult together = solved(problem, options, {}, make_lambda(13));
    for (const int64_t e : {0, 5, 12}) {
      const SolveResult alone = solved(problem, options, {}, make_lambda(13).narrow(0, e, 1));
      EXPECT_LT(relative_difference(alone.weights(), slice_members(together.weights(), e, 1)), 1e-5) << kind;
    }
  }
}

TEST(Regression, SameSeedGivesTheSameBitsWhateverTheThreads) {
  ProblemSpec wide = regression_spec();
  wide.hidden = {130};
  wide.examples = 1200;
  for (const int64_t batch : {64, 0}) {
    const NetworkLevel problem = make_problem(wide);
    LowerOptions options;
    options.epochs = 3;
    options.batch = batch;
    options.learning_rate = {0.01};
    const SolveResult one = solved(problem, options, {1, "cpu"}, make_lambda(3));
    const SolveResult two = solved(problem, options, {2, "cpu"}, make_lambda(3));
    EXPECT_EQ(one.objective, two.objective);
    for (size_t p = 0; p < one.weights().size(); ++p) {
      EXPECT_TRUE(torch::equal(one.weights()[p], two.weights()[p])) << "batch " << batch;
    }
  }
}

TEST(Regression, ScoresAreMeanSquaredErrorsWithoutAnAccuracy) {
  const NetworkLevel problem = make_problem(regression_spec());
  const Weights weights = problem.model->initial_weights(3, Stream(1, "weights"), false);
  const torch::Tensor outputs = problem.model->logits(weights, problem.train.x).squeeze(2);
  const torch::Tensor expected = (outputs - problem.train.y).square().mean(1);
  Ledger ledger;
  for (const char* engine : {"auto", "autograd"}) {
    const Scores scores = score_weighted(*problem.model, weights, problem.train, {}, {}, engine, ledger);
    for (int64_t e = 0; e < 3; ++e) {
      EXPECT_NEAR(scores.loss[static_cast<size_t>(e)], expected[e].item<double>(), 1e-5) << engine;
      EXPECT_TRUE(std::isnan(scores.accuracy[static_cast<size_t>(e)]));
    }
  }
  const torch::Tensor examples = score_examples(*problem.model, weights, problem.train, {}, ledger);
  EXPECT_LT((examples.mean(1) - expected).abs().max().item<double>(), 1e-5);
}

// Standardized targets have mean square 1: that is what divergence is measured by.
TEST(Regression, TheBlindLossIsOne) {
  NetworkLevel problem = make_problem(regression_spec());
  EXPECT_NEAR(LowerLevel{&problem}.blind_loss(), 1, 1e-5);
  problem.train.y = problem.train.y * 10;
  EXPECT_NEAR(LowerLevel{&problem}.blind_loss(), 100, 1e-3);
}

TEST(Regression, LabelsThatDoNotGoWithTheModelAreRefused) {
  NetworkLevel problem = make_problem(regression_spec());
  problem.model = make_problem({}).model;  // five classes
  EXPECT_THROW(solved(problem, {}, {}, make_lambda(1)), ConfigError);
  problem = make_problem(regression_spec());
  problem.train.y = torch::zeros({problem.train.size()}, torch::kInt64);
  EXPECT_THROW(solved(problem, {}, {}, make_lambda(1)), ConfigError);
}

TEST(Regression, DivergingMembersAreMarkedAndThePilotAvoidsThem) {
  const NetworkLevel problem = make_problem(regression_spec());
  LowerOptions options;
  options.epochs = 10;
  options.batch = 32;
  options.learning_rate = {1e6, 0.02};
  Ledger ledger;
  const PilotResult pilot = run_pilot(problem, options, {}, make_lambda(2), 0, ledger, {}, {}, {});
  EXPECT_EQ(pilot.learning_rate, 0.02);
  EXPECT_TRUE(std::isinf(pilot.trials[0].objective));
  EXPECT_LT(pilot.trials[1].objective, 1);
}

}  // namespace
}  // namespace gbho
