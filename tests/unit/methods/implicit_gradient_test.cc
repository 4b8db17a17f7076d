#include "methods/gradient/implicit_gradient.h"

#include <gtest/gtest.h>

#include "gbho/bilevel/ridge_problem.h"
#include "gbho/bilevel/test_problems.h"

namespace gbho {
namespace {

torch::Tensor row(const std::vector<double>& values) {
  return torch::tensor(values, torch::kDouble).unsqueeze(0);
}

double relative_error(const torch::Tensor& found, const torch::Tensor& right) {
  return ((found - right).norm() / right.norm()).item<double>();
}

class ImplicitGradientOfRidge : public testing::TestWithParam<double> {
 protected:
  double error(const InverseOptions& options) const {
    const auto& ridge = dynamic_cast<const RidgeProblem&>(*known_.problem);
    const torch::Tensor lambda = row(std::vector<double>(static_cast<size_t>(ridge.space().size()), GetParam()));
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

INSTANTIATE_TEST_SUITE_P(Penalties, ImplicitGradientOfRidge, testing::Values(-4.0, -1.0, 1.0));

}  // namespace
}  // namespace gbho
