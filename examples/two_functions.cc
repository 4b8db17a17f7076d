// A bilevel problem given by two functions: where to put a depot (λ) when drivers (β) choose their own route.

#include <cstdio>

#include "gbho/gbho.h"

int main() {
  // Below: β follows λ, but not all the way. Above: β should reach (1, 2), and λ is not for free.
  const auto lower = [](const torch::Tensor& lambda, const gbho::Weights& beta) {
    return (beta[0] - lambda).square().sum(1) + 0.5 * beta[0].square().sum(1);
  };
  const auto upper = [](const torch::Tensor& lambda, const gbho::Weights& beta) {
    const torch::Tensor target = torch::tensor({1.0, 2.0}, torch::kFloat64);
    return (beta[0] - target).square().sum(1) + 0.1 * lambda.square().sum(1);
  };
  const gbho::Space space({{"x", "real", -5, 5, "identity"}, {"y", "real", -5, 5, "identity"}});
  const gbho::FunctionProblem problem(space, {torch::zeros({2}, torch::kFloat64)}, upper, lower);

  const gbho::ProblemCheck check = gbho::check_gradients(problem, /*seed=*/0);
  std::printf("gradients %s (worst relative error %.1e)\n", check.passed ? "agree" : "DISAGREE", check.error);

  gbho::TuneOptions options;
  options.lower.optimizer = "lbfgs";  // exact solves: nothing here is noisy
  options.lower.gradient_tolerance = 1e-9;
  const gbho::Summary summary = gbho::tune(*gbho::make_two_sided(), problem, options).summary;

  // β*(λ) = λ/1.5, so λ* = target·(1/1.5)/(1/1.5² + 0.1).
  const double factor = (1 / 1.5) / (1 / (1.5 * 1.5) + 0.1);
  std::printf("found  lambda = (%.4f, %.4f), F = %.5f after %lld solves\n", summary.lambda[0],
              summary.lambda[1], summary.consistent->validation_loss,
              static_cast<long long>(summary.ledger.lower_solves));
  std::printf("theory lambda = (%.4f, %.4f)\n", factor, 2 * factor);
}
