#include <torch/utils.h>

#include <algorithm>

#include "gbho/base/random.h"
#include "gbho/bilevel/problem.h"
#include "gbho/train/check_gradients.h"

// |⟨∇, d⟩ − (v(+h·d) − v(−h·d))/2h| / (‖∇‖ + |v|) for a random unit direction d in λ or in β.

namespace gbho {
namespace {

constexpr double kProblemStep = 1e-5;
constexpr double kProblemTolerance = 1e-4;
constexpr double kSpread = 0.1;  // of the weights around the initial ones

using Value = std::function<torch::Tensor(const torch::Tensor&, const Weights&)>;

torch::Tensor normals(at::IntArrayRef shape, Stream& stream) {
  torch::Tensor values = torch::empty(shape, torch::kFloat64);
  double* data = values.data_ptr<double>();
  for (int64_t i = 0; i < values.numel(); ++i) data[i] = stream.normal();
  return values;
}

Weights moved(const Weights& weights, const Weights& direction, double step) {
  Weights result;
  for (size_t p = 0; p < weights.size(); ++p) result.push_back(weights[p] + step * direction[p]);
  return result;
}

double row_error(const torch::Tensor& slope, const torch::Tensor& difference, const torch::Tensor& scale) {
  return ((slope - difference).abs() / scale.clamp_min(1e-8)).max().item<double>();
}

double lambda_error(const Value& value, const Derivatives& own, const torch::Tensor& lambda,
                    const Weights& weights, Stream& stream) {
  torch::Tensor direction = normals(lambda.sizes(), stream);
  direction = direction / direction.norm(2, 1, true);
  const torch::Tensor difference = (value(lambda + kProblemStep * direction, weights) -
                                    value(lambda - kProblemStep * direction, weights)) /
                                   (2 * kProblemStep);
  return row_error((own.lambda * direction).sum(1), difference, own.lambda.norm(2, 1) + own.value.abs());
}

double weights_error(const Value& value, const Derivatives& own, const torch::Tensor& lambda,
                     const Weights& weights, Stream& stream) {
  Weights direction;
  torch::Tensor squares = torch::zeros({lambda.size(0)}, torch::kFloat64);
  for (const torch::Tensor& tensor : weights) {
    direction.push_back(normals(tensor.sizes(), stream));
    squares += direction.back().flatten(1).square().sum(1);
  }
  torch::Tensor slope = torch::zeros_like(squares);
  torch::Tensor norm = torch::zeros_like(squares);
  for (size_t p = 0; p < weights.size(); ++p) {
    std::vector<int64_t> shape(static_cast<size_t>(direction[p].dim()), 1);
    shape[0] = lambda.size(0);
    direction[p] = direction[p] / squares.sqrt().view(shape);
    slope += (own.weights[p] * direction[p]).flatten(1).sum(1);
    norm += own.weights[p].flatten(1).square().sum(1);
  }
  const torch::Tensor difference = (value(lambda, moved(weights, direction, kProblemStep)) -
                                    value(lambda, moved(weights, direction, -kProblemStep))) /
                                   (2 * kProblemStep);
  return row_error(slope, difference, norm.sqrt() + own.value.abs());
}

}  // namespace

ProblemCheck check_gradients(const Problem& problem, uint64_t seed, int64_t points) {
  const torch::NoGradGuard no_grad;
  Stream stream(seed, "check.problem");
  const Space& space = problem.space();
  torch::Tensor lambda = torch::empty({points, space.size()}, torch::kFloat64);
  for (int64_t i = 0; i < lambda.numel(); ++i) lambda.data_ptr<double>()[i] = stream.uniform();
  lambda = space.low() + lambda * (space.high() - space.low());
  Weights weights = problem.initial_weights(points, Stream(seed, "train.init"), true);
  for (torch::Tensor& tensor : weights) {
    tensor = tensor.to(torch::kFloat64) + kSpread * normals(tensor.sizes(), stream);
  }
  const Value upper = [&](const torch::Tensor& l, const Weights& b) { return problem.upper(l, b); };
  const Value lower = [&](const torch::Tensor& l, const Weights& b) { return problem.lower(l, b); };
  Derivatives upper_own;
  Derivatives lower_own;
  {
    const torch::AutoGradMode with_gradients(true);
    upper_own = problem.upper_derivatives(lambda, weights);
    lower_own = problem.lower_derivatives(lambda, weights);
  }
  ProblemCheck check;
  check.upper_lambda = lambda_error(upper, upper_own, lambda, weights, stream);
  check.upper_weights = weights_error(upper, upper_own, lambda, weights, stream);
  check.lower_lambda = lambda_error(lower, lower_own, lambda, weights, stream);
  check.lower_weights = weights_error(lower, lower_own, lambda, weights, stream);
  check.error = std::max({check.upper_lambda, check.upper_weights, check.lower_lambda, check.lower_weights});
  check.passed = check.error <= kProblemTolerance;
  return check;
}

}  // namespace gbho
