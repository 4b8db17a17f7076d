#include "methods/gradient/implicit_gradient.h"

#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "gbho/bilevel/ridge_problem.h"
#include "gbho/bilevel/test_problems.h"
#include "gbho/run/tune.h"
#include "methods/gradient/implicit_method.h"
#include "support/logistic_problem.h"
#include "support/one_model.h"

namespace gbho {
namespace {

torch::Tensor row(const std::vector<double>& values) {
  return torch::tensor(values, torch::kDouble).unsqueeze(0);
}

class ImplicitGradientOfRidge : public testing::TestWithParam<double> {
 protected:
  double error(const InverseOptions& options) const {
    const auto& ridge = dynamic_cast<const RidgeProblem&>(*known_.problem);
    const torch::Tensor lambda =
        row(std::vector<double>(static_cast<size_t>(ridge.space().size()), GetParam()));
    const ImplicitGradient found =
        implicit_gradient(ridge, lambda, {ridge.solution(lambda).detach()}, options);
    return relative_error(found.gradient, ridge.hypergradient(lambda));
  }

  TestProblem known_ = ridge_test_problem(3);
};

TEST_P(ImplicitGradientOfRidge, IsTheClosedFormByConjugateGradients) {
  InverseOptions options;
  options.tolerance = 1e-12;
  EXPECT_LT(error(options), 1e-6);
}

// Rounding ends it long before: the best on the way is what comes out.
TEST_P(ImplicitGradientOfRidge, SurvivesAToleranceThatCannotBeReached) {
  InverseOptions options;
  options.tolerance = 1e-300;
  options.iterations = 10000;
  EXPECT_LT(error(options), 1e-6);
}

TEST_P(ImplicitGradientOfRidge, IsTheClosedFormByADenseSolve) {
  InverseOptions options;
  options.solver = "dense";
  EXPECT_LT(error(options), 1e-9);
}

TEST_P(ImplicitGradientOfRidge, IsTheClosedFormByAnEndlessSeries) {
  InverseOptions options;
  options.solver = "neumann";
  options.neumann_rate = 0.05;
  options.terms = 5000;
  EXPECT_LT(error(options), 1e-3);
}

TEST_P(ImplicitGradientOfRidge, IsNearWithALooseTolerance) {
  EXPECT_LT(error({}), 1e-2);
}

TEST(ImplicitGradient, AgreesWithDifferencesOnLogisticRegression) {
  const auto problem = logistic_problem();
  const torch::Tensor lambda = row({-1.0, -2.0});
  InverseOptions options;
  options.tolerance = 1e-12;
  const ImplicitGradient found =
      implicit_gradient(*problem, lambda, newton_solution(*problem, lambda), options);
  EXPECT_LT(relative_error(found.gradient, difference_gradient(*problem, lambda)), 1e-6);
}

TEST(ImplicitGradient, HasTheDirectTermOfTheQuadratic) {
  const auto problem = quadratic_problem(3).problem;
  const torch::Tensor lambda = row({0.3, -0.4, 0.8});
  const ImplicitGradient found = implicit_gradient(*problem, lambda, newton_solution(*problem, lambda), {});
  EXPECT_LT(relative_error(found.gradient, difference_gradient(*problem, lambda)), 1e-6);
}

TEST(ImplicitMethod, ReachesTheOptimumOfRidge) {
  const TestProblem known = ridge_test_problem();
  for (const char* solver : {"cg", "neumann", "dense"}) {
    ImplicitOptions options;
    options.solver = solver;
    options.damping = 0;
    LoopOptions loop;
    loop.loop_epochs = 500;
    loop.patience = 500;
    ImplicitMethod method(options, loop);
    TuneOptions tuning;
    tuning.lower.epochs = 400;
    tuning.runtime.threads = 1;
    const Summary summary = tune(method, *known.problem, tuning).summary;
    EXPECT_NEAR(summary.consistent->validation_loss, known.upper, 0.01 * known.upper) << solver;
    EXPECT_GT(summary.ledger.hessian_vector_products, 500) << solver;
  }
}

TEST(ImplicitMethod, SaysWhenTheHessianIsTooLarge) {
  NetworkProblem problem = small_problem();
  ModelOptions model;
  model.hidden = {2000};
  problem.level.model = make_model(model, {4}, 3);
  ImplicitOptions options;
  options.solver = "dense";
  EXPECT_THROW(ImplicitMethod(options).check_problem(problem), ConfigError);
}

INSTANTIATE_TEST_SUITE_P(Penalties, ImplicitGradientOfRidge, testing::Values(-4.0, -1.0, 1.0));

}  // namespace
}  // namespace gbho
