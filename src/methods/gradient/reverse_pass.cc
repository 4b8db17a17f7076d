#include "methods/gradient/reverse_pass.h"

// Symbols, for a step m' = μm + g(β), β' = β − αm' (plain) or β' = β − α(g + μm') (Nesterov):
//   a = dF/dβ', b = dF/dm' by way of later steps, p = dF/dm' in all, q = dF/dg.
//   plain:     p = b − αa,    q = p
//   Nesterov:  p = b − αμa,   q = p − αa
//   dF/dβ = a + ∂²f/∂β²·q,   dF/dm = μp,   dF/dλ gains ∂²f/∂λ∂β·q

namespace gbho::inline internal {

torch::Tensor reverse_pass(SgdSteps& steps, Trajectory& trajectory, const torch::Tensor& lambda, int64_t last,
                           int64_t count) {
  const Derivatives upper = steps.problem().upper_derivatives(lambda, trajectory.state().weights);
  steps.ledger().sample_gradients += steps.problem().upper_examples();
  torch::Tensor total = upper.lambda.to(torch::kCPU, torch::kDouble);
  Weights a = upper.weights;
  Weights b = times(0, a);
  for (int64_t step = last - 1; step >= last - count; --step) {
    const SgdRule rule = steps.rule(step);
    const Weights weights = trajectory.back(lambda, step);
    LowerCurvature curvature(steps.problem(), lambda, weights, steps.rows(step));
    const Weights p = plus(b, rule.nesterov ? -rule.rate * rule.momentum : -rule.rate, a);
    const Weights q = rule.nesterov ? plus(p, -rule.rate, a) : p;
    const auto [by_weights, by_lambda] = curvature.both_times(q);
    total = total + by_lambda;
    a = plus(a, 1, by_weights);
    b = times(rule.momentum, p);
    steps.charge(step, 1, curvature.products());
  }
  return total;
}

}  // namespace gbho::inline internal
