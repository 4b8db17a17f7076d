#include "methods/gradient/stochastic_methods.h"

#include <fmt/format.h>

#include "gbho/base/error.h"
#include "methods/gradient/gradient_search.h"

namespace gbho {
namespace {

constexpr const char* kSteps = "SGD steps of the weights between steps of λ; 0: an epoch";
constexpr const char* kRate = "step length of the linear system, below 2/‖H‖";
constexpr const char* kDamping = "added to the diagonal of the Hessian";

}  // namespace

MethodResult internal::StochasticMethod::run(MethodContext& context) {
  const LowerOptions& lower = context.options().lower;
  if (lower.optimizer != "sgd") {
    throw ConfigError("lower.optimizer",
                      fmt::format(" = \"{}\": {} trains by sgd alone; use sgd, or the method implicit",
                                  lower.optimizer, name()));
  }
  return GradientMethod::run(context);
}

std::unique_ptr<HypergradientEstimator> internal::StochasticMethod::make_estimator(
    const EstimatorContext& context, TrainState start) const {
  return make_stochastic_implicit(context, schedule(), start);
}

std::unique_ptr<Method> make_soba(SobaOptions options, LoopOptions loop) {
  return std::make_unique<SobaMethod>(options, loop);
}

std::string internal::SobaMethod::description() const {
  return "SOBA: implicit hypergradients; weights and linear system step side by side, a mini-batch each";
}

std::vector<Option> internal::SobaMethod::own_options() {
  return {{"steps", &options_.steps, kSteps, between(0, 1e7)},
          {"system_rate", &options_.system_rate, kRate, above(0)},
          {"damping", &options_.damping, kDamping, at_least(0)}};
}

StochasticSchedule internal::SobaMethod::schedule() const {
  return {true, true, options_.steps, 0, options_.system_rate, options_.damping};
}

std::unique_ptr<Method> make_saba(SabaOptions options, LoopOptions loop) {
  return std::make_unique<SabaMethod>(options, loop);
}

std::string internal::SabaMethod::description() const {
  return "SABA: soba with gradients and products averaged over all mini-batches, as in SAGA";
}

std::unique_ptr<HypergradientEstimator> internal::SabaMethod::make_estimator(const EstimatorContext& context,
                                                                             TrainState start) const {
  return make_averaged_implicit(context, schedule(), start);
}

std::unique_ptr<Method> make_amigo(AmigoOptions options, LoopOptions loop) {
  return std::make_unique<AmigoMethod>(options, loop);
}

std::string internal::AmigoMethod::description() const {
  return "AmIGO: implicit hypergradients; SGD on the weights, then on the linear system, both warm";
}

std::vector<Option> internal::AmigoMethod::own_options() {
  return {
      {"steps", &options_.steps, kSteps, between(0, 1e7)},
      {"system_steps", &options_.system_steps, "SGD steps of the linear system after them", between(1, 1e6)},
      {"system_rate", &options_.system_rate, kRate, above(0)},
      {"damping", &options_.damping, kDamping, at_least(0)}};
}

StochasticSchedule internal::AmigoMethod::schedule() const {
  return {false, true, options_.steps, options_.system_steps, options_.system_rate, options_.damping};
}

std::unique_ptr<Method> make_stocbio(StocbioOptions options, LoopOptions loop) {
  return std::make_unique<StocbioMethod>(options, loop);
}

std::string internal::StocbioMethod::description() const {
  return "stocBiO: implicit hypergradients; SGD on the weights, then a Neumann series of mini-batches";
}

std::vector<Option> internal::StocbioMethod::own_options() {
  return {{"steps", &options_.steps, kSteps, between(0, 1e7)},
          {"terms", &options_.terms, "terms of the series, a mini-batch each", between(1, 1e6)},
          {"system_rate", &options_.system_rate, "factor of the series, below 1/‖H‖", above(0)},
          {"damping", &options_.damping, kDamping, at_least(0)}};
}

StochasticSchedule internal::StocbioMethod::schedule() const {
  return {false, false, options_.steps, options_.terms, options_.system_rate, options_.damping};
}

std::unique_ptr<Method> make_sustain(SustainOptions options, LoopOptions loop) {
  return std::make_unique<SustainMethod>(options, loop);
}

std::string internal::SustainMethod::description() const {
  return "SUSTAIN: stocBiO's hypergradients; weights and λ follow averages that are corrected as they move";
}

std::vector<Option> internal::SustainMethod::own_options() {
  return {{"steps", &options_.steps, kSteps, between(0, 1e7)},
          {"terms", &options_.terms, "terms of Neumann's series, a mini-batch each", between(1, 1e6)},
          {"eta", &options_.eta, "weight of the newest direction in its average; 1: no average",
           above(0).at_most(1)},
          {"system_rate", &options_.system_rate, "factor of the series, below 1/‖H‖", above(0)},
          {"damping", &options_.damping, kDamping, at_least(0)}};
}

StochasticSchedule internal::SustainMethod::schedule() const {
  return {false, false, options_.steps, options_.terms, options_.system_rate, options_.damping};
}

std::unique_ptr<HypergradientEstimator> internal::SustainMethod::make_estimator(
    const EstimatorContext& context, TrainState start) const {
  return make_momentum_implicit(context, schedule(), options_.eta, start);
}

}  // namespace gbho
