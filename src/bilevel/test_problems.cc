#include "gbho/bilevel/test_problems.h"

#include <fmt/format.h>
#include <torch/utils.h>

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/bilevel/function_problem.h"

namespace gbho {
namespace {

torch::Tensor column(const torch::Tensor& values, int64_t k) {
  return values.select(1, k);
}

Space real_box(const std::vector<std::pair<double, double>>& bounds) {
  std::vector<Dimension> dimensions;
  for (size_t k = 0; k < bounds.size(); ++k) {
    dimensions.push_back({fmt::format("x{}", k + 1), "real", bounds[k].first, bounds[k].second, "identity"});
  }
  return Space(std::move(dimensions));
}

torch::Tensor doubles(const std::vector<double>& values) {
  return torch::tensor(values, torch::kFloat64);
}

// A linear model with noise and more features than the training part can pin down.
RegressionData draw_regression(int64_t count, const torch::Tensor& truth, Stream stream) {
  RegressionData data{torch::empty({count, truth.size(0)}, torch::kFloat64),
                      torch::empty({count}, torch::kFloat64)};
  auto x = data.x.accessor<double, 2>();
  for (int64_t i = 0; i < count; ++i) {
    for (int64_t k = 0; k < truth.size(0); ++k) x[i][k] = stream.normal();
  }
  const torch::Tensor exact = torch::matmul(data.x, truth);
  for (int64_t i = 0; i < count; ++i) data.y[i] = exact[i] + stream.normal();
  return data;
}

// The root of dF/dλ in [low, high], where it changes sign once, by bisection down to neighbouring numbers.
double root_of_hypergradient(const RidgeProblem& ridge, double low, double high) {
  for (int i = 0; i < 200 && std::nextafter(low, high) < high; ++i) {
    const double middle = 0.5 * (low + high);
    const double slope = ridge.hypergradient(torch::full({1, 1}, middle, torch::kFloat64)).item<double>();
    (slope < 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// The third terms of the SMD problems: how far x_u2 and x_l2 are from each other.
torch::Tensor smd_link(int number, const torch::Tensor& u, const torch::Tensor& l) {
  switch (number) {
    case 1:
      return (u - torch::tan(l)).square();
    case 2:
      return (u - torch::log(l)).square();
    case 3:
      return (u.square() - torch::tan(l)).square();
    default:
      return (u.abs() - torch::log1p(l)).square();
  }
}

}  // namespace

TestProblem quadratic_problem(int64_t dimensions) {
  constexpr double kGamma = 0.1;
  std::vector<double> scale;
  TestProblem result{"quadratic", "linear best response, closed form", nullptr, {}, 0, 0};
  for (int64_t k = 0; k < dimensions; ++k) {
    const double a = 0.5 + static_cast<double>(k) / static_cast<double>(dimensions);
    const double best = a / (a * a + kGamma);
    scale.push_back(a);
    result.lambda.push_back(best);
    result.upper += 0.5 * (a * best - 1) * (a * best - 1) + 0.5 * kGamma * best * best;
    result.lower += 0.5 * best * best;
  }
  const torch::Tensor a = doubles(scale);
  result.problem = std::make_shared<FunctionProblem>(
      real_box(std::vector<std::pair<double, double>>(static_cast<size_t>(dimensions), {-3.0, 5.0})),
      std::vector<torch::Tensor>{torch::zeros({dimensions}, torch::kFloat64)},
      [](const torch::Tensor& lambda, const Weights& beta) {
        return 0.5 * (beta[0] - 1).square().sum(1) + 0.5 * kGamma * lambda.square().sum(1);
      },
      [a](const torch::Tensor& lambda, const Weights& beta) {
        return 0.5 * (beta[0] - a * lambda).square().sum(1) + 0.5 * lambda.square().sum(1);
      });
  return result;
}

TestProblem ridge_test_problem(uint64_t seed) {
  const Stream stream(seed, "test.ridge");
  const torch::Tensor truth = doubles({1, -1, 0.5, 0, 0, 0, 0.3, 0, 0, -0.4, 0, 0});
  constexpr double kLow = -6;
  constexpr double kHigh = 3;
  const auto ridge = std::make_shared<RidgeProblem>(draw_regression(24, truth, stream.child("train")),
                                                    draw_regression(40, truth, stream.child("validation")),
                                                    Space({{"ridge", "l2", kLow, kHigh}}));
  const double best = root_of_hypergradient(*ridge, kLow, kHigh);
  const torch::Tensor lambda = torch::full({1, 1}, best, torch::kFloat64);
  const Weights beta = {ridge->solution(lambda)};
  return {"ridge", "ridge regression on drawn data",          ridge,
          {best},  ridge->upper(lambda, beta).item<double>(), ridge->lower(lambda, beta).item<double>()};
}

TestProblem smd_problem(int number) {
  if (number < 1 || number > 4) {
    throw ConfigError(fmt::format("SMD{}: the unconstrained problems here are SMD1 to SMD4", number));
  }
  const bool rugged = number >= 3;                   // f₂ has local minima
  const double sign = number % 2 == 0 ? -1.0 : 1.0;  // SMD2, SMD4: the levels want opposite things
  const double link_start = number % 2 == 0 ? 0.8 : 0.3;
  const double high = number == 2 || number == 4 ? 1.0 : 10.0;
  const double low = number == 4 ? -1.0 : -5.0;
  const auto upper = [=](const torch::Tensor& lambda, const Weights& beta) {
    const torch::Tensor u1 = column(lambda, 0);
    const torch::Tensor u2 = column(lambda, 1);
    return u1.square() + sign * column(beta[0], 0).square() + u2.square() +
           sign * smd_link(number, u2, column(beta[0], 1));
  };
  const auto lower = [=](const torch::Tensor& lambda, const Weights& beta) {
    const torch::Tensor l1 = column(beta[0], 0);
    torch::Tensor second = l1.square();
    if (rugged) second = second + 1 - torch::cos(2 * M_PI * l1);
    return column(lambda, 0).square() + second + smd_link(number, column(lambda, 1), column(beta[0], 1));
  };
  return {
      fmt::format("SMD{}", number),
      rugged ? "many local minima below" : "one minimum below",
      std::make_shared<FunctionProblem>(real_box({{-5.0, 10.0}, {low, high}}),
                                        std::vector<torch::Tensor>{doubles({0.2, link_start})}, upper, lower),
      {0, 0},
      0,
      0};
}

TestProblem set_valued_problem() {
  return {"set-valued",
          "a line of lower-level minimizers",
          std::make_shared<FunctionProblem>(
              real_box({{0.1, 3.0}}), std::vector<torch::Tensor>{doubles({0.4, 0.5})},
              [](const torch::Tensor& lambda, const Weights& beta) {
                const torch::Tensor t = column(beta[0], 0) - column(beta[0], 1);
                const torch::Tensor l = column(lambda, 0);
                return (l - 1).square() + l * t / (1 + t.square());
              },
              [](const torch::Tensor& lambda, const Weights& beta) {
                return (beta[0].sum(1) - column(lambda, 0)).square();
              }),
          {1.25},
          -0.5625,
          0};
}

std::vector<TestProblem> test_problems() {
  std::vector<TestProblem> problems = {quadratic_problem(), ridge_test_problem()};
  for (int number = 1; number <= 4; ++number) problems.push_back(smd_problem(number));
  problems.push_back(set_valued_problem());
  return problems;
}

}  // namespace gbho
