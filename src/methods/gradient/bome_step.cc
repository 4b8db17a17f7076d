#include "methods/gradient/bome_step.h"

#include <algorithm>

#include "methods/gradient/weight_vectors.h"

namespace gbho::inline internal {
namespace {

// The one place that differentiates f, over the whole training part.
Derivatives bome_lower(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                       Ledger& ledger) {
  ledger.sample_gradients += problem.lower_examples();
  return problem.lower_derivatives(lambda, weights);
}

Derivatives bome_upper(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                       Ledger& ledger) {
  ledger.sample_gradients += problem.upper_examples();
  return problem.upper_derivatives(lambda, weights);
}

torch::Tensor bome_gap(const BomePoint& point) {
  return (point.lower.lambda - point.reached.lambda).to(torch::kCPU, torch::kDouble);
}

}  // namespace

BomePoint bome_point(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                     int64_t inner, double rate, Ledger& ledger) {
  BomePoint point;
  point.upper = bome_upper(problem, lambda, weights, ledger);
  point.lower = bome_lower(problem, lambda, weights, ledger);
  point.reached = point.lower;
  point.weights = weights;
  for (int64_t t = 0; t < inner; ++t) {
    point.weights = plus(point.weights, -rate, point.reached.weights);
    point.reached = bome_lower(problem, lambda, point.weights, ledger);
  }
  return point;
}

double bome_multiplier(const BomePoint& point, double eta) {
  const Weights gap = {bome_gap(point)};
  const Weights upper = {point.upper.lambda.to(torch::kCPU, torch::kDouble)};
  const double square = dot(gap, gap) + dot(point.lower.weights, point.lower.weights);
  if (!(square > 0)) return 0;
  const double slope = dot(upper, gap) + dot(point.upper.weights, point.lower.weights);
  return std::max(eta - slope / square, 0.0);
}

torch::Tensor bome_lambda_direction(const BomePoint& point, double multiplier) {
  return point.upper.lambda.to(torch::kCPU, torch::kDouble) + multiplier * bome_gap(point);
}

Weights bome_weight_direction(const BomePoint& point, double multiplier) {
  return plus(point.upper.weights, multiplier, point.lower.weights);
}

}  // namespace gbho::inline internal
