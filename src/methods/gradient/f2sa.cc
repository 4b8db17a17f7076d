#include "gbho/methods/f2sa.h"

#include <cmath>

#include "base/check.h"
#include "methods/gradient/value_pair.h"

namespace gbho {

std::string F2saMethod::description() const {
  return "F²SA: one-sided value function, first order; the penalty on the lower level's gap grows";
}

std::vector<Option> F2saMethod::own_options() {
  return {{"gamma", &options_.gamma, "γ at the first step of λ"},
          {"growth", &options_.growth, "γ grows as (1 + k)^growth, k the steps of λ so far"},
          {"inner", &options_.inner, "epochs of both networks between steps of λ"}};
}

void F2saMethod::check_own() const {
  check_number("f2sa.gamma", options_.gamma, options_.gamma > 0, "positive");
  check_number("f2sa.growth", options_.growth, options_.growth >= 0 && options_.growth <= 1,
               "between 0 and 1");
  check_at_least("f2sa.inner", options_.inner, 1);
}

std::unique_ptr<HypergradientEstimator> F2saMethod::make_estimator(MethodContext& context,
                                                                   TrainState start) const {
  const auto gamma = [this](int64_t step) {
    return options_.gamma * std::pow(1.0 + static_cast<double>(step), options_.growth);
  };
  return make_value_pair(context, gamma, options_.inner, start);
}

}  // namespace gbho
