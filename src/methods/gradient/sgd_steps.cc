#include "methods/gradient/sgd_steps.h"

#include "gbho/base/random.h"
#include "train/epoch.h"

namespace gbho::inline internal {

SgdState sgd_step(const SgdRule& rule, const SgdState& state, const Weights& gradient) {
  Weights velocity = plus(gradient, rule.momentum, state.velocity);
  const Weights direction = rule.nesterov ? plus(gradient, rule.momentum, velocity) : velocity;
  return {plus(state.weights, -rule.rate, direction), std::move(velocity)};
}

SgdSteps::SgdSteps(const Problem& problem, const LowerOptions& lower, uint64_t seed, Ledger& ledger)
    : problem_(problem),
      lower_(lower),
      rule_{lower.learning_rate.front(), lower.momentum.front(), lower.nesterov},
      seed_(seed),
      ledger_(ledger),
      rows_(problem, lower, seed) {}

SgdRule SgdSteps::rule(int64_t step) const {
  SgdRule rule = rule_;
  rule.rate *= schedule_factor(lower_, step / per_epoch());
  return rule;
}

SgdState SgdSteps::start() const {
  SgdState state;
  state.weights = problem_.initial_weights(1, Stream(seed_, "train.init"), lower_.shared_initial_weights);
  for (torch::Tensor& tensor : state.weights) tensor = tensor.detach().clone();
  state.velocity = times(0, state.weights);
  return state;
}

void SgdSteps::charge(int64_t step, int64_t gradients, int64_t products) {
  ledger_.sample_gradients += (gradients + 2 * products) * rows_.examples(step);
  ledger_.hessian_vector_products += products;
}

Weights SgdSteps::gradient(const torch::Tensor& lambda, const Weights& weights, int64_t step) {
  charge(step, 1, 0);
  const Weights own = leaves(weights);
  return derivatives_of({problem_.lower_batch(lambda, own, rows(step)).sum()}, own);
}

}  // namespace gbho::inline internal
