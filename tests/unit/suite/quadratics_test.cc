#include "suite/quadratics.h"

#include <gtest/gtest.h>

namespace gbho {
namespace {

QuadraticsOptions small_quadratics() {
  QuadraticsOptions options;
  options.weights = 12;
  options.hyperparameters = 4;
  options.lower_samples = 500;
  options.upper_samples = 200;
  return options;
}

double value_at(const Quadratics& quadratics, const torch::Tensor& lambda) {
  return quadratics.problem()
      ->upper(lambda.unsqueeze(0), {quadratics.solution(lambda).unsqueeze(0)})
      .item<double>();
}

TEST(Quadratics, TheSolutionHasNoLowerSlope) {
  const Quadratics quadratics(small_quadratics(), 1);
  const torch::Tensor lambda = torch::tensor({0.3, -2.0, 1.0, 0.5}, torch::kFloat64);
  const Derivatives found = quadratics.problem()->lower_derivatives(
      lambda.unsqueeze(0), {quadratics.solution(lambda).unsqueeze(0)});
  EXPECT_LT(found.weights[0].norm().item<double>(), 1e-10);
}

TEST(Quadratics, SlopeAndExcessAreThoseOfTheValueFunction) {
  const Quadratics quadratics(small_quadratics(), 2);
  const torch::Tensor lambda = torch::tensor({-1.5, 0.2, 0.0, 2.0}, torch::kFloat64);
  constexpr double kStep = 1e-5;
  const torch::Tensor slope = quadratics.slope(lambda);
  for (int64_t k = 0; k < 4; ++k) {
    torch::Tensor up = lambda.clone();
    torch::Tensor down = lambda.clone();
    up[k] += kStep;
    down[k] -= kStep;
    const double difference = (value_at(quadratics, up) - value_at(quadratics, down)) / (2 * kStep);
    EXPECT_NEAR(slope[k].item<double>(), difference, 1e-7) << k;
  }
  const double excess = value_at(quadratics, lambda) - value_at(quadratics, quadratics.best());
  EXPECT_NEAR(quadratics.excess(lambda), excess, 1e-10);
  EXPECT_GT(quadratics.excess(lambda), 0);
  EXPECT_LT(quadratics.slope(quadratics.best()).norm().item<double>(), 1e-10);
}

TEST(Quadratics, HaveTheSpectrumThatWasAskedFor) {
  QuadraticsOptions options = small_quadratics();
  options.lower_samples = 50000;
  const Quadratics quadratics(options, 3);
  // ∂²f/∂β² through the gradient, column by column.
  const torch::Tensor lambda = torch::zeros({1, 4}, torch::kFloat64);
  const auto gradient = [&](const torch::Tensor& beta) {
    return quadratics.problem()->lower_derivatives(lambda, {beta}).weights[0][0];
  };
  const torch::Tensor zero = torch::zeros({1, 12}, torch::kFloat64);
  torch::Tensor hessian = torch::empty({12, 12}, torch::kFloat64);
  for (int64_t k = 0; k < 12; ++k) {
    torch::Tensor unit = zero.clone();
    unit[0][k] = 1;
    hessian[k] = gradient(unit) - gradient(zero);
  }
  const torch::Tensor spectrum = torch::linalg_eigvalsh(hessian);
  EXPECT_NEAR(spectrum[0].item<double>(), 0.1, 0.02);
  EXPECT_NEAR(spectrum[11].item<double>(), 1.0, 0.05);
}

TEST(Quadratics, DependOnTheSeedAlone) {
  const torch::Tensor first = Quadratics(small_quadratics(), 5).best();
  EXPECT_TRUE(torch::equal(first, Quadratics(small_quadratics(), 5).best()));
  EXPECT_FALSE(torch::equal(first, Quadratics(small_quadratics(), 6).best()));
}

}  // namespace
}  // namespace gbho
