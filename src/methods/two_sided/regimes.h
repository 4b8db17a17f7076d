#pragma once

#include "gbho/methods/two_sided.h"
#include "gbho/run/context.h"
#include "methods/gradient/gradient_loop.h"

namespace gbho::inline internal {

/// "kriging", "signs" or "single_loop": what was asked for, or what fits the number of hyperparameters.
std::string regime_of(const TwoSidedOptions& options, const Space& space);

/// The options with what depends on the number of hyperparameters filled in.
TwoSidedOptions settle(TwoSidedOptions options, const Space& space);

/// Kriging of log F, from values or from values and hypergradients; the next points by expected improvement.
MethodResult run_kriging(MethodContext& context, const TwoSidedOptions& options);

/// From the best point of the box's diagonal, steps by the signs of the hypergradient (Rprop), each with a
/// full solve.
MethodResult run_signs(MethodContext& context, const TwoSidedOptions& options);

/// β⁰, β⁺ and β⁻ side by side, from one trained network: the estimator of the single loop. The options must
/// outlive it.
std::unique_ptr<HypergradientEstimator> make_trio(const EstimatorContext& context,
                                                  const TwoSidedOptions& options, const TrainState& start);

/// λ moves while β⁰, β⁺ and β⁻ train beside each other; a third part of the data decides when to stop, and
/// whether the result is better than one shared λ.
MethodResult run_single_loop(MethodContext& context, const TwoSidedOptions& options);

}  // namespace gbho::inline internal
