#include "methods/gradient/value_pair.h"
#include "methods/gradient/vpbgd_method.h"

namespace gbho {

std::unique_ptr<Method> make_vpbgd(VpbgdOptions options, LoopOptions loop) {
  return std::make_unique<VpbgdMethod>(options, loop);
}

std::string VpbgdMethod::description() const {
  return "V-PBGD: one-sided value function, first order; a fixed penalty on the lower level's gap";
}

std::vector<Option> VpbgdMethod::own_options() {
  return {{"gamma", &options_.gamma, "γ, the penalty on f − φ", above(0)},
          {"inner", &options_.inner, "epochs of both networks between steps of λ", between(1, 1e6)}};
}

std::unique_ptr<HypergradientEstimator> VpbgdMethod::make_estimator(const EstimatorContext& context,
                                                                    TrainState start) const {
  const double gamma = options_.gamma;
  return make_value_pair(
      context, [gamma](int64_t) { return gamma; }, options_.inner, start);
}

}  // namespace gbho
