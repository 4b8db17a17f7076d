#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "gbho/bilevel/test_problems.h"
#include "gbho/run/tune.h"
#include "methods/gradient/estimator.h"
#include "methods/gradient/penalty_method.h"
#include "methods/gradient/penalty_step.h"
#include "support/exact_tuning.h"
#include "support/logistic_problem.h"
#include "support/one_model.h"

namespace gbho {
namespace {

struct OpenPenalty : PenaltyMethod {
  using PenaltyMethod::make_estimator;
  using PenaltyMethod::PenaltyMethod;
};

// β and the multipliers settle at one λ. No more rounds than it takes: where the gradient has vanished, so
// does the second moment that Adam divides by, and it jumps.
torch::Tensor settled_gradient(const Problem& problem, double lambda, const PenaltyMethodOptions& options,
                               int64_t rounds) {
  MethodContext context(problem, {});
  const OpenPenalty method(options);
  const auto estimator = method.make_estimator(context, fresh(problem));
  for (int64_t i = 0; i < rounds; ++i) EXPECT_TRUE(estimator->advance(same_lambda(problem, lambda)));
  return estimator->hypergradient();
}

PenaltyMethodOptions settling() {
  PenaltyMethodOptions options;
  options.inner = 100;
  options.rate = 0.02;
  options.rho = 10;
  options.growth = 1;
  options.period = 1;
  return options;
}

class PenaltyGradient : public testing::TestWithParam<double> {};

TEST_P(PenaltyGradient, IsTheClosedFormOfRidge) {
  const TestProblem known = ridge_test_problem(3);
  const auto& ridge = dynamic_cast<const RidgeProblem&>(*known.problem);
  const torch::Tensor right = ridge.hypergradient(same_lambda(ridge, GetParam()));
  const int64_t rounds = GetParam() < -2 ? 35 : 12;  // a weaker penalty, a flatter f
  EXPECT_LT(relative_error(settled_gradient(ridge, GetParam(), settling(), rounds), right), 1e-3);
}

TEST_P(PenaltyGradient, IsThatOfTheQuadratic) {
  const TestProblem known = quadratic_problem(3);
  const torch::Tensor right = difference_gradient(*known.problem, same_lambda(*known.problem, GetParam()));
  EXPECT_LT(relative_error(settled_gradient(*known.problem, GetParam(), settling(), 12), right), 1e-3);
}

TEST_P(PenaltyGradient, IsThatOfLogisticRegression) {
  const auto problem = logistic_problem();
  const torch::Tensor right = difference_gradient(*problem, same_lambda(*problem, GetParam()));
  EXPECT_LT(relative_error(settled_gradient(*problem, GetParam(), settling(), 12), right), 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Lambdas, PenaltyGradient, testing::Values(-3.0, -1.0, 1.0));

// β_ρ misses β* by O(1/ρ), and so does the gradient at it.
TEST(PenaltyWithoutMultipliers, IsOffByTheInverseOfRho) {
  const auto problem = logistic_problem();
  const torch::Tensor right = difference_gradient(*problem, same_lambda(*problem, -1));
  PenaltyMethodOptions options = settling();
  options.multiplier = false;
  std::vector<double> errors;
  for (const double rho : {10.0, 100.0}) {
    options.rho = options.rho_max = rho;
    errors.push_back(relative_error(settled_gradient(*problem, -1, options, 12), right));
  }
  EXPECT_GT(errors[0], 1e-2);
  EXPECT_NEAR(errors[0] / errors[1], 10, 3);
}

TEST(PenaltyStep, IsTheGradientOfTheAugmentedLagrangian) {
  const auto problem = logistic_problem();
  const Weights beta = {torch::linspace(-1, 1, 12, torch::kDouble).view({1, 4, 3})};
  const PenaltyTerms terms{3.0, {torch::linspace(2, -1, 12, torch::kDouble).view({1, 4, 3})}};
  const torch::Tensor lambda = same_lambda(*problem, -1);
  const auto lagrangian = [&](const torch::Tensor& l, const Weights& b) {
    const Weights g = problem->lower_derivatives(l, b).weights;
    return problem->upper(l, b).item<double>() + 0.5 * terms.rho * dot(g, g) + dot(terms.nu, g);
  };
  Ledger ledger;
  const Weights by_weights = penalty_weight_gradient(*problem, lambda, beta, terms, {}, ledger);
  const torch::Tensor by_lambda = penalty_lambda_gradient(*problem, lambda, beta, terms, {}, ledger);
  constexpr double kStep = 1e-5;
  for (int64_t i = 0; i < 12; ++i) {
    const torch::Tensor shift = kStep * torch::eye(12, torch::kDouble)[i].view({1, 4, 3});
    EXPECT_NEAR(by_weights[0].flatten()[i].item<double>(),
                (lagrangian(lambda, {beta[0] + shift}) - lagrangian(lambda, {beta[0] - shift})) / (2 * kStep),
                1e-7);
  }
  for (int64_t k = 0; k < 2; ++k) {
    const torch::Tensor shift = kStep * torch::eye(2, torch::kDouble).slice(0, k, k + 1);
    EXPECT_NEAR(by_lambda[0][k].item<double>(),
                (lagrangian(lambda + shift, beta) - lagrangian(lambda - shift, beta)) / (2 * kStep), 1e-7);
  }
}

// Over all pairs of blocks of a partition, the mean of products is the product of means.
TEST(PenaltyStep, IsTheMeanOverDraws) {
  const NetworkProblem problem = small_problem();
  const torch::Tensor lambda = same_lambda(problem, -2);
  const Weights beta = fresh(problem).weights;
  const PenaltyTerms terms{2.0, times(0.3, beta)};
  const auto block = [](int64_t i, int64_t size) {
    return torch::arange(i * size, (i + 1) * size, torch::kLong);
  };
  Ledger ledger;
  Weights mean = times(0, beta);
  torch::Tensor mean_lambda = torch::zeros({1, 1}, torch::kDouble);
  for (int64_t a = 0; a < 3; ++a) {
    for (int64_t b = 0; b < 3; ++b) {
      const PenaltyRows rows{block(a, 10), block(a, 20), block(b, 20)};
      mean = plus(mean, 1.0 / 9, penalty_weight_gradient(problem, lambda, beta, terms, rows, ledger));
      mean_lambda += penalty_lambda_gradient(problem, lambda, beta, terms, rows, ledger) / 9;
    }
  }
  const Weights whole = penalty_weight_gradient(problem, lambda, beta, terms, {}, ledger);
  const Weights difference = plus(mean, -1, whole);
  EXPECT_LT(dot(difference, difference), 1e-10 * dot(whole, whole));
  EXPECT_LT(relative_error(mean_lambda, penalty_lambda_gradient(problem, lambda, beta, terms, {}, ledger)),
            1e-4);
}

class PenaltyRound : public testing::Test {
 protected:
  NetworkProblem problem_ = small_problem();
  torch::Tensor lambda_ = same_lambda(problem_, -2);
};

TEST_F(PenaltyRound, ChargesForEveryPass) {
  PenaltyMethodOptions options;
  options.inner = 4;
  options.period = 1;
  const OpenPenalty method(options);
  MethodContext context(problem_, small_options());
  const auto estimator = method.make_estimator(context, fresh(problem_));
  const int64_t step = 30 + 3 * 60;
  estimator->advance(lambda_);
  EXPECT_EQ(context.ledger().sample_gradients, 4 * step);
  EXPECT_EQ(context.ledger().hessian_vector_products, 4);
  estimator->hypergradient();
  EXPECT_EQ(context.ledger().sample_gradients, 5 * step);
  EXPECT_EQ(context.ledger().hessian_vector_products, 5);
  estimator->advance(lambda_);  // new multipliers first
  EXPECT_EQ(context.ledger().sample_gradients, 9 * step + 60);
  EXPECT_EQ(context.ledger().lower_solves, 0);
}

TEST_F(PenaltyRound, ChargesForDrawnExamplesAlone) {
  PenaltyMethodOptions options;
  options.inner = 4;
  options.batch = 40;  // the validation part has 30
  const OpenPenalty method(options);
  MethodContext context(problem_, small_options());
  const auto estimator = method.make_estimator(context, fresh(problem_));
  estimator->advance(lambda_);
  EXPECT_EQ(context.ledger().sample_gradients, 4 * (30 + 4 * 40));
}

TEST_F(PenaltyRound, GoesOnFromASnapshotBitForBit) {
  PenaltyMethodOptions options;
  options.period = 2;
  options.batch = 16;
  const OpenPenalty method(options);
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
  for (int64_t i = 3; i < 8; ++i) {
    EXPECT_TRUE(torch::equal(round(*whole, i), round(*resumed, i)));
    for (size_t p = 0; p < whole->weights().size(); ++p) {
      EXPECT_TRUE(torch::equal(whole->weights()[p], resumed->weights()[p]));
    }
  }
  EXPECT_EQ(to_safetensors(whole->snapshot()), to_safetensors(resumed->snapshot()));
  EXPECT_EQ(to_safetensors(whole->snapshot()).size(), kept.size());
}

TEST_F(PenaltyRound, SaysWhenItDiverges) {
  PenaltyMethodOptions options;
  options.rate = 1e30;
  const OpenPenalty method(options);
  MethodContext context(problem_, small_options());
  const auto estimator = method.make_estimator(context, fresh(problem_));
  EXPECT_FALSE(estimator->advance(lambda_));
  EXPECT_TRUE(estimator->saw_validation());
}

void expect_penalty_optimum(const TestProblem& known) {
  PenaltyMethod method({.rate = 1e-3});
  const Summary summary = tune(method, *known.problem, exact_tuning(200, 1e-10)).summary;
  EXPECT_THAT(summary.message, testing::HasSubstr("better than one shared λ"));
  EXPECT_THAT(summary.message, testing::Not(testing::HasSubstr("not better")));
  EXPECT_NEAR(summary.consistent->validation_loss / known.upper, 1, 0.005);
}

TEST(PenaltyMethodOf, RidgeFindsTheOptimum) {
  expect_penalty_optimum(ridge_test_problem());
}

TEST(PenaltyMethodOf, TheQuadraticFindsTheOptimum) {
  expect_penalty_optimum(quadratic_problem());
}

TEST(PenaltyMethodOptionsTest, NameTheBadKey) {
  const auto error_of = [](const PenaltyMethodOptions& options) -> std::string {
    try {
      PenaltyMethod(options).validate(small_problem().space());
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error_of({}), "");
  EXPECT_THAT(error_of({.inner = 0}), testing::HasSubstr("penalty.inner = 0"));
  EXPECT_THAT(error_of({.rate = -1}), testing::HasSubstr("penalty.rate = -1"));
  EXPECT_THAT(error_of({.rho = 0}), testing::HasSubstr("penalty.rho = 0"));
  EXPECT_THAT(error_of({.growth = 0.5}), testing::HasSubstr("penalty.growth = 0.5"));
  EXPECT_THAT(error_of({.rho = 5, .rho_max = 2}), testing::HasSubstr("penalty.rho_max = 2"));
  EXPECT_THAT(error_of({.period = 0}), testing::HasSubstr("penalty.period = 0"));
  EXPECT_THAT(error_of({.batch = -1}), testing::HasSubstr("penalty.batch = -1"));
}

}  // namespace
}  // namespace gbho
