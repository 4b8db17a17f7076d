#include "methods/gradient/penalty_step.h"

namespace gbho::inline internal {
namespace {

int64_t penalty_examples(const torch::Tensor& rows, int64_t all) {
  return rows.defined() ? rows.size(0) : all;
}

// ρg + ν
Weights penalty_force(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                      const LowerCurvature& curvature, const PenaltyTerms& terms, const PenaltyRows& rows) {
  const Weights g = rows.gradient.defined()
                        ? problem.lower_derivatives(lambda, weights, rows.gradient).weights
                        : curvature.gradient();
  const torch::NoGradGuard no_grad;
  return plus(terms.nu, terms.rho, g);
}

// The gradient of F; that of f, once more where g has a draw of its own; and a product, which is two passes.
void charge_penalty(const Problem& problem, const PenaltyRows& rows, Ledger& ledger) {
  ledger.sample_gradients += penalty_examples(rows.upper, problem.upper_examples()) +
                             penalty_examples(rows.gradient, 0) +
                             3 * penalty_examples(rows.curvature, problem.lower_examples());
  ++ledger.hessian_vector_products;
}

}  // namespace

Weights penalty_weight_gradient(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                                const PenaltyTerms& terms, const PenaltyRows& rows, Ledger& ledger) {
  const Derivatives upper = problem.upper_derivatives(lambda, weights, rows.upper);
  LowerCurvature curvature(problem, lambda, weights, rows.curvature);
  const Weights force = penalty_force(problem, lambda, weights, curvature, terms, rows);
  charge_penalty(problem, rows, ledger);
  return plus(upper.weights, 1, curvature.hessian_times(force));
}

torch::Tensor penalty_lambda_gradient(const Problem& problem, const torch::Tensor& lambda,
                                      const Weights& weights, const PenaltyTerms& terms,
                                      const PenaltyRows& rows, Ledger& ledger) {
  const Derivatives upper = problem.upper_derivatives(lambda, weights, rows.upper);
  LowerCurvature curvature(problem, lambda, weights, rows.curvature);
  const Weights force = penalty_force(problem, lambda, weights, curvature, terms, rows);
  charge_penalty(problem, rows, ledger);
  return upper.lambda.to(torch::kCPU, torch::kDouble) + curvature.mixed_times(force);
}

}  // namespace gbho::inline internal
