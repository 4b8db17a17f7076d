#include "methods/gradient/implicit_gradient.h"

namespace gbho::inline internal {

ImplicitGradient implicit_gradient(const Problem& problem, const torch::Tensor& lambda,
                                   const Weights& weights, const InverseOptions& options,
                                   const Weights& start) {
  const Derivatives upper = problem.upper_derivatives(lambda, weights);
  LowerCurvature curvature(problem, lambda, weights);
  ImplicitGradient found;
  found.solution = inverse_hessian_times(curvature, upper.weights, options, start);
  const torch::Tensor indirect = curvature.mixed_times(found.solution);
  found.gradient = upper.lambda.to(torch::kCPU, torch::kDouble) - indirect;
  found.products = curvature.products();
  return found;
}

void charge(const Problem& problem, const ImplicitGradient& found, Ledger& ledger) {
  ledger.hessian_vector_products += found.products;
  ledger.sample_gradients += problem.upper_examples() + (1 + 2 * found.products) * problem.lower_examples();
}

}  // namespace gbho::inline internal
