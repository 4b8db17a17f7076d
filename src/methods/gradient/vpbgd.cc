#include "gbho/methods/vpbgd.h"

#include "base/check.h"
#include "methods/gradient/value_pair.h"

namespace gbho {

std::string VpbgdMethod::description() const {
  return "V-PBGD: one-sided value function, first order; a fixed penalty on the lower level's gap";
}

std::vector<Option> VpbgdMethod::own_options() {
  return {{"gamma", &options_.gamma, "γ, the penalty on f − φ"},
          {"inner", &options_.inner, "epochs of both networks between steps of λ"}};
}

void VpbgdMethod::check_own() const {
  check_number("vpbgd.gamma", options_.gamma, options_.gamma > 0, "positive");
  check_at_least("vpbgd.inner", options_.inner, 1);
}

std::unique_ptr<HypergradientEstimator> VpbgdMethod::make_estimator(MethodContext& context,
                                                                    TrainState start) const {
  const double gamma = options_.gamma;
  return make_value_pair(
      context, [gamma](int64_t) { return gamma; }, options_.inner, start);
}

}  // namespace gbho
