#pragma once

#include <functional>
#include <memory>

#include "methods/gradient/estimator.h"
#include "methods/gradient/estimator_context.h"

namespace gbho::inline internal {

/// γ after so many steps of λ.
using GammaSchedule = std::function<double(int64_t step)>;

/// Two networks side by side: β⁰ on f, β⁺ on f + F/γ. By the envelope theorem
///   dF/dλ ≈ ∂F/∂λ(β⁺) + γ(∂f/∂λ(β⁺) − ∂f/∂λ(β⁰)),
/// one-sided: the error is of the order of 1/γ. Both train for `inner` epochs between steps of λ. Of order 2
/// there is a third network, β⁻ on f − F/γ, and the difference is central:
///   dF/dλ ≈ ½(∂F/∂λ(β⁺) + ∂F/∂λ(β⁻)) + ½γ(∂f/∂λ(β⁺) − ∂f/∂λ(β⁻)).
std::unique_ptr<HypergradientEstimator> make_value_pair(const EstimatorContext& context, GammaSchedule gamma,
                                                        int64_t inner, const TrainState& start,
                                                        int64_t order = 1);

}  // namespace gbho::inline internal
