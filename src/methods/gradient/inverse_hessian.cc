#include "methods/gradient/inverse_hessian.h"

#include <cmath>

namespace gbho::inline internal {
namespace {

Weights damped(LowerCurvature& curvature, const Weights& v, double damping) {
  const Weights product = curvature.hessian_times(v);
  return damping > 0 ? plus(product, damping, v) : product;
}

// Where so many iterations in a row bring nothing, rounding has the last word.
constexpr int64_t kIdle = 20;

// Hestenes & Stiefel (1952). Ends at a direction of negative curvature: a network's f is not convex.
Weights conjugate_gradients(LowerCurvature& curvature, const Weights& g, const InverseOptions& options,
                            const Weights& start) {
  Weights v = start.empty() ? times(0, g) : start;
  Weights residual = start.empty() ? g : plus(g, -1, damped(curvature, v, options.damping));
  Weights direction = residual;
  double rest = dot(residual, residual);
  const double enough = options.tolerance * options.tolerance * dot(g, g);
  Weights best = v;
  double least = rest;
  int64_t idle = 0;
  for (int64_t i = 0; i < options.iterations && rest > enough; ++i) {
    const Weights image = damped(curvature, direction, options.damping);
    const double bend = dot(direction, image);
    if (!(bend > 0)) break;
    const double step = rest / bend;
    v = plus(v, step, direction);
    residual = plus(residual, -step, image);
    const double next = dot(residual, residual);
    direction = plus(residual, next / rest, direction);
    rest = next;
    if (rest < least) {
      best = v;
      least = rest;
      idle = 0;
    } else if (++idle == kIdle) {
      return best;
    }
  }
  return v;
}

// H⁻¹ = α Σ_j (I − αH)^j
Weights neumann_series(LowerCurvature& curvature, const Weights& g, const InverseOptions& options) {
  Weights term = g;
  Weights sum = g;
  for (int64_t j = 0; j < options.terms; ++j) {
    term = plus(term, -options.neumann_rate, damped(curvature, term, options.damping));
    sum = plus(sum, 1, term);
  }
  return times(options.neumann_rate, sum);
}

torch::Tensor flat(const Weights& weights) {
  std::vector<torch::Tensor> parts;
  for (const torch::Tensor& tensor : weights) parts.push_back(tensor.detach().flatten().to(torch::kDouble));
  return torch::cat(parts);
}

Weights shaped(const torch::Tensor& values, const Weights& like) {
  Weights weights;
  int64_t first = 0;
  for (const torch::Tensor& tensor : like) {
    weights.push_back(
        values.slice(0, first, first + tensor.numel()).to(tensor.scalar_type()).reshape(tensor.sizes()));
    first += tensor.numel();
  }
  return weights;
}

Weights dense_solve(LowerCurvature& curvature, const Weights& g, const InverseOptions& options) {
  const torch::Tensor right = flat(g);
  const int64_t size = right.numel();
  const torch::Tensor basis = torch::eye(size, right.options());
  std::vector<torch::Tensor> columns;
  for (int64_t i = 0; i < size; ++i) {
    columns.push_back(flat(damped(curvature, shaped(basis[i], g), options.damping)));
  }
  return shaped(torch::linalg_solve(torch::stack(columns, 1), right), g);
}

}  // namespace

Weights inverse_hessian_times(LowerCurvature& curvature, const Weights& g, const InverseOptions& options,
                              const Weights& start) {
  if (options.solver == "dense") return dense_solve(curvature, g, options);
  if (options.solver == "neumann") return neumann_series(curvature, g, options);
  return conjugate_gradients(curvature, g, options, start);
}

}  // namespace gbho::inline internal
