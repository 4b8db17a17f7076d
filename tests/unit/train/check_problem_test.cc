#include <gtest/gtest.h>

#include "gbho/bilevel/function_problem.h"
#include "gbho/bilevel/test_problems.h"
#include "gbho/testing/small_problem.h"
#include "gbho/train/check_gradients.h"

namespace gbho {
namespace {

TEST(CheckProblem, PassesForTheTestProblemsAndForNetworks) {
  for (const TestProblem& known : test_problems()) {
    if (known.name == "SMD1" || known.name == "SMD3") continue;  // tan is too steep at random points
    const ProblemCheck check = check_gradients(*known.problem, 1);
    EXPECT_TRUE(check.passed) << known.name << ": " << check.error;
  }
  EXPECT_TRUE(check_gradients(small_problem(), 1).passed);
}

// A problem whose own gradient of f forgets a factor.
class Careless : public FunctionProblem {
 public:
  using FunctionProblem::FunctionProblem;
  Derivatives lower_derivatives(const torch::Tensor& lambda, const Weights& weights,
                                const torch::Tensor& rows) const override {
    Derivatives own = FunctionProblem::lower_derivatives(lambda, weights, rows);
    own.lambda = 0.5 * own.lambda;
    return own;
  }
};

TEST(CheckProblem, FindsAWrongGradient) {
  const Careless problem(
      Space({{"x", "real", 1, 2, "identity"}}), {torch::ones({2}, torch::kFloat64)},
      [](const torch::Tensor&, const Weights& b) { return b[0].square().sum(1); },
      [](const torch::Tensor& l, const Weights& b) { return l.select(1, 0) * b[0].square().sum(1); });
  const ProblemCheck check = check_gradients(problem, 1);
  EXPECT_FALSE(check.passed);
  EXPECT_GT(check.lower_lambda, 0.1);
  EXPECT_LT(check.lower_weights, 1e-6);
  EXPECT_LT(check.upper_weights, 1e-6);
}

}  // namespace
}  // namespace gbho
