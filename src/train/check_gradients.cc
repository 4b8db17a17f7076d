#include "gbho/train/check_gradients.h"

#include <algorithm>
#include <cmath>

#include "train/ensemble.h"
#include "train/request.h"

namespace gbho {
namespace {

constexpr double kEngineTolerance = 1e-5;
constexpr double kDifferenceTolerance = 1e-4;
constexpr double kStep = 1e-6;

Objective objective_at(const NetworkLevel& problem, const Runtime& runtime, const SolveRequest& request,
                       const std::string& engine) {
  LowerOptions options;
  options.engine = engine;
  const LowerLevel level{&problem};
  Ensemble ensemble(level, options, runtime, request, start_state(level, options, request));
  return ensemble.objective();
}

// |⟨∇f, d⟩ − (f(β + h·d) − f(β − h·d))/2h| / ‖∇f‖ for a random unit direction d, in double precision.
double difference_error(const NetworkLevel& problem, const torch::Tensor& lambda, uint64_t seed,
                        const Runtime& runtime) {
  NetworkLevel exact = problem;
  exact.train.x = problem.train.x.to(torch::kFloat64);
  SolveRequest request;
  request.lambda = lambda;
  request.seed = seed;
  TrainState state = start_state({&exact}, {}, request);
  state.moments.clear();
  for (torch::Tensor& tensor : state.weights) tensor = tensor.to(torch::kFloat64);
  request.start = state;
  const Objective center = objective_at(exact, runtime, request, "autograd");

  Weights direction = problem.model->initial_weights(lambda.size(0), Stream(seed, "check.direction"), false);
  torch::Tensor length = torch::zeros({lambda.size(0)}, torch::kFloat64);
  torch::Tensor slope = torch::zeros_like(length);
  torch::Tensor norm = torch::zeros_like(length);
  for (size_t p = 0; p < direction.size(); ++p) {
    direction[p] = direction[p].to(torch::kFloat64);
    const torch::Tensor gradient = center.gradient[p].to(torch::kCPU);
    length += direction[p].flatten(1).square().sum(1);
    slope += (gradient * direction[p]).flatten(1).sum(1);
    norm += gradient.flatten(1).square().sum(1);
  }
  length = length.sqrt();
  slope = slope / length;
  torch::Tensor difference = torch::zeros_like(length);
  for (const double sign : {1.0, -1.0}) {
    for (size_t p = 0; p < direction.size(); ++p) {
      std::vector<int64_t> shape(static_cast<size_t>(direction[p].dim()), 1);
      shape[0] = lambda.size(0);
      request.start->weights[p] = state.weights[p] + sign * kStep * direction[p] / length.view(shape);
    }
    const Objective moved = objective_at(exact, runtime, request, "autograd");
    difference += sign * torch::tensor(moved.value, torch::kFloat64) / (2 * kStep);
  }
  return ((slope - difference).abs() / norm.sqrt().clamp_min(1e-12)).max().item<double>();
}

}  // namespace

GradientCheck check_gradients(const NetworkLevel& problem, const torch::Tensor& lambda, uint64_t seed,
                              const Runtime& runtime) {
  SolveRequest request;
  request.lambda = lambda;
  request.seed = seed;
  check_request({&problem}, {}, runtime, request);
  const Objective reference = objective_at(problem, runtime, request, "autograd");
  const Objective own = objective_at(problem, runtime, request, "auto");
  GradientCheck check;
  for (size_t p = 0; p < own.gradient.size(); ++p) {
    const double scale = std::max(reference.gradient[p].norm().item<double>(), 1e-12);
    const double error = (own.gradient[p] - reference.gradient[p]).norm().item<double>() / scale;
    if (error >= check.max_relative_error) {
      check.max_relative_error = error;
      check.worst_parameter = problem.model->parameters()[p].name;
    }
  }
  check.finite_difference_error = difference_error(problem, lambda, seed, runtime);
  check.passed =
      check.max_relative_error <= kEngineTolerance && check.finite_difference_error <= kDifferenceTolerance;
  return check;
}

}  // namespace gbho
