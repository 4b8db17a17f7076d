#include "suite/quadratics.h"

#include <fmt/format.h>

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/base/random.h"
#include "gbho/bilevel/function_problem.h"

// Symbols as in the header; J = dβ*/dλ = −A⁻¹Cᵀ. With F's matrices marked by u,
//   ∇h = B_u λ + C_u β* + b_u + Jᵀ(A_u β* + C_uᵀ λ + a_u),   ∇²h = B_u + C_u J + (C_u J)ᵀ + Jᵀ A_u J.

namespace gbho::inline internal {
namespace {

constexpr int kDraws = 20;
constexpr double kLeastCurvature = 1e-12;

torch::Tensor normals(at::IntArrayRef shape, Stream& stream) {
  torch::Tensor result = torch::empty(shape, torch::kFloat64);
  double* values = result.data_ptr<double>();
  for (int64_t i = 0; i < result.numel(); ++i) values[i] = stream.normal();
  return result;
}

torch::Tensor rotation(int64_t size, Stream& stream) {
  return std::get<0>(torch::linalg_qr(normals({size, size}, stream)));
}

// So many numbers from `low` to `high`, evenly spread by their logarithms.
torch::Tensor spread(double low, double high, int64_t count) {
  return torch::logspace(std::log10(low), std::log10(high), count, 10.0, torch::kFloat64);
}

// The mean of x·xᵀ over draws of x with covariance U diag(spectrum) Uᵀ.
torch::Tensor mean_square(const torch::Tensor& spectrum, int64_t samples, Stream& stream) {
  const torch::Tensor u = rotation(spectrum.size(0), stream);
  const torch::Tensor x =
      torch::matmul(normals({samples, spectrum.size(0)}, stream) * spectrum.sqrt(), u.t());
  return torch::matmul(x.t(), x) / static_cast<double>(samples);
}

Quadratic draw(const QuadraticsOptions& options, int64_t samples, Stream stream) {
  const int64_t p = options.weights;
  const int64_t d = options.hyperparameters;
  Quadratic result;
  result.a_matrix = mean_square(spread(options.least, 1, p), samples, stream);
  const torch::Tensor flat = torch::zeros({1}, torch::kFloat64);  // one direction of λ without curvature
  result.b_matrix = mean_square(torch::cat({flat, spread(options.least, 1, d - 1)}), samples, stream);
  torch::Tensor singular = torch::zeros({d, p}, torch::kFloat64);
  singular.diagonal().copy_(spread(options.least, options.cross, std::min(d, p)));
  const torch::Tensor x = normals({samples, p}, stream);
  const torch::Tensor empirical = torch::matmul(x.t(), x) / static_cast<double>(samples);
  result.c_matrix = torch::matmul(torch::matmul(rotation(d, stream), torch::matmul(singular, empirical)),
                                  rotation(p, stream));
  const double noise = 1 / std::sqrt(static_cast<double>(samples));  // means of standard normals
  result.a = noise * normals({p}, stream);
  result.b = noise * normals({d}, stream);
  return result;
}

Space box_of(const QuadraticsOptions& options) {
  std::vector<Dimension> dimensions;
  for (int64_t k = 0; k < options.hyperparameters; ++k) {
    dimensions.push_back({fmt::format("x{}", k + 1), "real", options.start - options.reach,
                          options.start + options.reach, "identity"});
  }
  return Space(std::move(dimensions));
}

}  // namespace

torch::Tensor Quadratic::value(const torch::Tensor& lambda, const torch::Tensor& beta) const {
  const torch::Tensor linear = torch::matmul(beta, a) + torch::matmul(lambda, b);
  return 0.5 * (torch::matmul(beta, a_matrix) * beta).sum(1) +
         0.5 * (torch::matmul(lambda, b_matrix) * lambda).sum(1) +
         (torch::matmul(lambda, c_matrix) * beta).sum(1) + linear;
}

Quadratics::Quadratics(const QuadraticsOptions& options, uint64_t seed) {
  const Stream stream(seed, "suite.quadratics");
  bool drawn = false;
  for (int k = 0; k < kDraws && !drawn; ++k) {
    lower_ = draw(options, options.lower_samples, stream.child(fmt::format("lower {}", k)));
    upper_ = draw(options, options.upper_samples, stream.child(fmt::format("upper {}", k)));
    drawn = solve_for_the_best() && (best_ - options.start).abs().max().item<double>() < 0.9 * options.reach;
  }
  if (!drawn)
    throw RunError("quadratics: no draw has a value function with a minimum in the box; use another seed");
  const Quadratic lower = lower_;
  const Quadratic upper = upper_;
  problem_ = std::make_shared<FunctionProblem>(
      box_of(options), std::vector<torch::Tensor>{torch::zeros({options.weights}, torch::kFloat64)},
      [upper](const torch::Tensor& lambda, const Weights& beta) { return upper.value(lambda, beta[0]); },
      [lower](const torch::Tensor& lambda, const Weights& beta) { return lower.value(lambda, beta[0]); });
}

bool Quadratics::solve_for_the_best() {
  response_ = -at::linalg_solve(lower_.a_matrix, lower_.c_matrix.t());
  const torch::Tensor mixed = torch::matmul(upper_.c_matrix, response_);
  curvature_ = upper_.b_matrix + mixed + mixed.t() +
               torch::matmul(response_.t(), torch::matmul(upper_.a_matrix, response_));
  if (torch::linalg_eigvalsh(curvature_).min().item<double>() < kLeastCurvature) return false;
  const torch::Tensor origin = torch::zeros_like(upper_.b);
  best_ = -at::linalg_solve(curvature_, slope(origin).unsqueeze(1)).squeeze(1);
  return true;
}

torch::Tensor Quadratics::solution(const torch::Tensor& lambda) const {
  const torch::Tensor right = -(torch::matmul(lambda, lower_.c_matrix) + lower_.a);
  return at::linalg_solve(lower_.a_matrix, right.unsqueeze(1)).squeeze(1);
}

torch::Tensor Quadratics::slope(const torch::Tensor& lambda) const {
  const torch::Tensor beta = solution(lambda);
  const torch::Tensor by_beta =
      torch::matmul(upper_.a_matrix, beta) + torch::matmul(lambda, upper_.c_matrix) + upper_.a;
  return torch::matmul(upper_.b_matrix, lambda) + torch::matmul(upper_.c_matrix, beta) + upper_.b +
         torch::matmul(by_beta, response_);
}

double Quadratics::excess(const torch::Tensor& lambda) const {
  const torch::Tensor away = lambda - best_;
  return 0.5 * torch::dot(away, torch::matmul(curvature_, away)).item<double>();
}

}  // namespace gbho::inline internal
