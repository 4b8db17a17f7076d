#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "gbho/bilevel/test_problems.h"
#include "gbho/run/tune.h"
#include "methods/gradient/bome_method.h"
#include "methods/gradient/bome_step.h"
#include "methods/gradient/estimator.h"
#include "methods/gradient/implicit_gradient.h"
#include "support/exact_tuning.h"
#include "support/logistic_problem.h"
#include "support/one_model.h"

namespace gbho {
namespace {

struct OpenBome : BomeMethod {
  using BomeMethod::BomeMethod;
  using BomeMethod::make_estimator;
};

// argmin over β of F + γf.
Weights joint_solution(const Problem& problem, const torch::Tensor& lambda, double gamma) {
  std::vector<torch::Tensor> start;
  for (const torch::Tensor& tensor : fresh(problem).weights) start.push_back(tensor[0]);
  const auto upper = [&](const torch::Tensor& l, const Weights& b) { return problem.upper(l, b); };
  const auto sum = [&](const torch::Tensor& l, const Weights& b) {
    return problem.upper(l, b) / gamma + problem.lower(l, b);
  };
  return newton_solution(FunctionProblem(problem.space(), start, upper, sum), lambda);
}

// The direction of λ with the multiplier held at γ, where β has settled.
torch::Tensor direction_at(const Problem& problem, const torch::Tensor& lambda, double gamma, int64_t inner,
                           double rate) {
  Ledger ledger;
  const BomePoint point =
      bome_point(problem, lambda, joint_solution(problem, lambda, gamma), inner, rate, ledger);
  return bome_lambda_direction(point, gamma);
}

std::shared_ptr<const Problem> problem_named(const std::string& name) {
  if (name == "ridge") return ridge_test_problem(3).problem;
  if (name == "quadratic") return quadratic_problem(3).problem;
  return logistic_problem();
}

class BomeLimit : public testing::TestWithParam<std::string> {
 protected:
  std::shared_ptr<const Problem> problem_ = problem_named(GetParam());
  torch::Tensor lambda_ = same_lambda(*problem_, -0.5);
};

// β_γ = β* − H⁻¹∂F/∂β/γ + O(1/γ²), so that γ(∂f/∂λ(β_γ) − ∂f/∂λ(β*)) is the indirect part, but for O(1/γ).
TEST_P(BomeLimit, IsTheHypergradientButForTheInverseOfTheMultiplier) {
  const torch::Tensor right = difference_gradient(*problem_, lambda_);
  const double rough = relative_error(direction_at(*problem_, lambda_, 1e3, 500, 0.1), right);
  const double fine = relative_error(direction_at(*problem_, lambda_, 1e4, 500, 0.1), right);
  EXPECT_LT(fine, 1e-3);
  EXPECT_NEAR(rough / fine, 10, 1);
}

// β − β_T = (I − (I − αH)ᵀ)(β − β*): with few inner steps, the truncated Neumann series of the implicit
// gradient.
TEST_P(BomeLimit, IsATruncatedNeumannSeriesInTheInnerSteps) {
  InverseOptions series;
  series.solver = "neumann";
  series.neumann_rate = 0.1;
  series.terms = 9;
  series.damping = 0;
  const Weights solution = newton_solution(*problem_, lambda_);
  const torch::Tensor right = implicit_gradient(*problem_, lambda_, solution, series).gradient;
  const double e = relative_error(direction_at(*problem_, lambda_, 1e5, 10, 0.1), right);
  EXPECT_LT(e, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Problems, BomeLimit, testing::Values("ridge", "quadratic", "logistic"),
                         [](const auto& test) { return test.param; });

// With μ as the method sets it, ∂F/∂λ = 0 and β settled at one λ, h = μ∂q/∂λ and μ = η(1 + ‖∂F/∂β‖²/‖h‖²):
// the error is O(1/η), and vanishes where h does.
TEST(BomeFixedPoint, HasAnErrorOfTheInverseOfEta) {
  const TestProblem known = ridge_test_problem(3);
  const auto& ridge = dynamic_cast<const RidgeProblem&>(*known.problem);
  const torch::Tensor lambda = same_lambda(ridge, 1);
  const Weights solution = {ridge.solution(lambda)};
  std::vector<double> errors;
  for (const double eta : {10.0, 100.0}) {
    BomePoint point;
    point.weights = solution;
    point.reached = ridge.lower_derivatives(lambda, solution);
    Weights beta = {solution[0] + 0.01};
    double multiplier = 0;
    for (int i = 0; i < 1500; ++i) {
      point.upper = ridge.upper_derivatives(lambda, beta);
      point.lower = ridge.lower_derivatives(lambda, beta);
      multiplier = bome_multiplier(point, eta);
      beta = plus(beta, -0.05 / std::max(1.0, multiplier), bome_weight_direction(point, multiplier));
    }
    const torch::Tensor h = bome_lambda_direction(point, multiplier);
    const double square = h.square().sum().item<double>();
    EXPECT_NEAR(multiplier / (eta * (1 + dot(point.upper.weights, point.upper.weights) / square)), 1, 1e-6);
    errors.push_back(relative_error(h, ridge.hypergradient(lambda)));
  }
  EXPECT_LT(errors[1], 1e-3);
  EXPECT_NEAR(errors[0] / errors[1], 10, 1);
}

TEST(BomeMultiplier, IsTheSmallestThatClosesTheGap) {
  const auto problem = logistic_problem();
  const torch::Tensor lambda = same_lambda(*problem, -1);
  const Weights beta = {torch::linspace(-1, 1, 12, torch::kDouble).view({1, 4, 3})};
  Ledger ledger;
  BomePoint point = bome_point(*problem, lambda, beta, 10, 0.1, ledger);
  const Weights gap = {point.lower.lambda - point.reached.lambda};
  const double square = dot(gap, gap) + dot(point.lower.weights, point.lower.weights);
  for (const double eta : {0.1, 5.0}) {
    const double multiplier = bome_multiplier(point, eta);
    const double slope = dot({bome_lambda_direction(point, multiplier)}, gap) +
                         dot(bome_weight_direction(point, multiplier), point.lower.weights);
    if (multiplier > 0) {
      EXPECT_NEAR(slope, eta * square, 1e-12);
    } else {
      EXPECT_GE(slope, eta * square);
    }
  }
  EXPECT_EQ(bome_multiplier(point, 1e-9), 0);
  EXPECT_GT(bome_multiplier(point, 100), 0);
  point.reached = point.lower;
  for (torch::Tensor& tensor : point.lower.weights) tensor = torch::zeros_like(tensor);
  EXPECT_EQ(bome_multiplier(point, 0.5), 0);  // ∇q = 0
}

class BomeRound : public testing::Test {
 protected:
  NetworkProblem problem_ = small_problem();
  torch::Tensor lambda_ = same_lambda(problem_, -2);
};

TEST_F(BomeRound, ChargesForEveryPass) {
  BomeOptions options;
  options.inner = 4;
  options.steps = 3;
  const OpenBome method(options);
  MethodContext context(problem_, small_options());
  const auto estimator = method.make_estimator(context, fresh(problem_));
  estimator->advance(lambda_);
  estimator->hypergradient();
  EXPECT_EQ(context.ledger().sample_gradients, 3 * (30 + 5 * 60));
  EXPECT_EQ(context.ledger().hessian_vector_products, 0);
  EXPECT_EQ(context.ledger().lower_solves, 0);
}

// The models of the record are what f alone made of β in its last steps.
TEST_F(BomeRound, StandsForBetaAfterTheInnerSteps) {
  BomeOptions options;
  options.inner = 3;
  options.inner_rate = 0.2;
  const OpenBome method(options);
  MethodContext context(problem_, small_options());
  const auto estimator = method.make_estimator(context, fresh(problem_));
  estimator->advance(lambda_);
  Weights beta = fresh(problem_).weights;
  for (int i = 0; i < 3; ++i) beta = plus(beta, -0.2, problem_.lower_derivatives(lambda_, beta).weights);
  for (size_t p = 0; p < beta.size(); ++p) EXPECT_TRUE(torch::equal(estimator->weights()[p], beta[p]));
  EXPECT_TRUE(estimator->saw_validation());
}

TEST_F(BomeRound, TakesTheRateOfTheLowerLevelWhereNoneIsGiven) {
  TuneOptions tuning = small_options();
  tuning.lower.learning_rate = {0.07};
  MethodContext context(problem_, tuning);
  const OpenBome same;
  const OpenBome given({.inner_rate = 0.07, .rate = 0.07});
  const auto one = same.make_estimator(context, fresh(problem_));
  const auto two = given.make_estimator(context, fresh(problem_));
  for (int i = 0; i < 2; ++i) {
    one->advance(lambda_);
    two->advance(lambda_);
  }
  EXPECT_TRUE(torch::equal(one->hypergradient(), two->hypergradient()));
}

TEST_F(BomeRound, GoesOnFromASnapshotBitForBit) {
  const OpenBome method;
  MethodContext context(problem_, small_options());
  const auto whole = method.make_estimator(context, fresh(problem_));
  const auto round = [&](HypergradientEstimator& estimator, int64_t i) {
    EXPECT_TRUE(estimator.advance(lambda_ + 0.1 * static_cast<double>(i)));
    return estimator.hypergradient();
  };
  for (int64_t i = 0; i < 3; ++i) round(*whole, i);
  const std::string kept = to_safetensors(whole->snapshot());
  const auto resumed = method.make_estimator(context, fresh(problem_));
  resumed->restore(from_safetensors(kept));
  for (int64_t i = 3; i < 8; ++i) EXPECT_TRUE(torch::equal(round(*whole, i), round(*resumed, i)));
  EXPECT_EQ(to_safetensors(whole->snapshot()), to_safetensors(resumed->snapshot()));
  EXPECT_EQ(to_safetensors(whole->snapshot()).size(), kept.size());
}

TEST_F(BomeRound, SaysWhenItDiverges) {
  const OpenBome method({.inner_rate = 1e30});
  MethodContext context(problem_, small_options());
  const auto estimator = method.make_estimator(context, fresh(problem_));
  EXPECT_FALSE(estimator->advance(lambda_));
}

void expect_optimum(const TestProblem& known) {
  BomeMethod method({.inner = 40, .inner_rate = 0.1, .rate = 0.02});
  const Summary summary = tune(method, *known.problem, exact_tuning(200, 1e-10)).summary;
  EXPECT_THAT(summary.message, testing::Not(testing::HasSubstr("not better")));
  EXPECT_NEAR(summary.consistent->validation_loss / known.upper, 1, 0.02);
}

TEST(BomeMethodOf, RidgeFindsTheOptimum) {
  expect_optimum(ridge_test_problem());
}

TEST(BomeMethodOf, TheQuadraticFindsTheOptimum) {
  expect_optimum(quadratic_problem());
}

TEST(BomeOptionsTest, NameTheBadKey) {
  const auto error_of = [](const BomeOptions& options) -> std::string {
    try {
      BomeMethod(options).validate(small_problem().space());
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error_of({}), "");
  EXPECT_THAT(error_of({.inner = 0}), testing::HasSubstr("bome.inner = 0"));
  EXPECT_THAT(error_of({.inner_rate = -1}), testing::HasSubstr("bome.inner_rate = -1"));
  EXPECT_THAT(error_of({.eta = 0}), testing::HasSubstr("bome.eta = 0"));
  EXPECT_THAT(error_of({.rate = -1}), testing::HasSubstr("bome.rate = -1"));
  EXPECT_THAT(error_of({.steps = 0}), testing::HasSubstr("bome.steps = 0"));
}

}  // namespace
}  // namespace gbho
