#include <cmath>

#include "methods/gradient/f2sa_method.h"
#include "methods/gradient/value_pair.h"

namespace gbho {

std::unique_ptr<Method> make_f2sa(F2saOptions options, LoopOptions loop) {
  return std::make_unique<F2saMethod>(options, loop);
}

std::string F2saMethod::description() const {
  return "F²SA: one-sided value function, first order; the penalty on the lower level's gap grows";
}

std::vector<Option> F2saMethod::own_options() {
  return {{"gamma", &options_.gamma, "γ at the first step of λ", above(0)},
          {"growth", &options_.growth, "γ grows as (1 + k)^growth, k the steps of λ so far", between(0, 1)},
          {"inner", &options_.inner, "epochs of the networks between steps of λ", between(1, 1e6)},
          {"order", &options_.order, "of the difference: 1, one side; 2, both, with a network on f − F/γ",
           between(1, 2)}};
}

std::unique_ptr<HypergradientEstimator> F2saMethod::make_estimator(const EstimatorContext& context,
                                                                   TrainState start) const {
  const auto gamma = [this](int64_t step) {
    return options_.gamma * std::pow(1.0 + static_cast<double>(step), options_.growth);
  };
  return make_value_pair(context, gamma, options_.inner, start, options_.order);
}

}  // namespace gbho
