#pragma once

#include <cstdint>
#include <memory>

#include "methods/gradient/estimator.h"
#include "methods/gradient/estimator_context.h"

namespace gbho::inline internal {

/// How β and v take turns, and how v begins.
struct StochasticSchedule {
  bool together = false;  ///< β and v step side by side; else v's steps come after those of β
  bool warm =
      true;  ///< v goes on from where it was; else from zero, with ∇F on one mini-batch: a Neumann series
  int64_t steps = 0;         ///< of β in a round; 0: an epoch
  int64_t system_steps = 0;  ///< of v in a round, when they come after
  double system_rate = 0.1;
  double damping = 0;
};

/// β by SGD on f, and v ≈ (∂²f/∂β² + damping)⁻¹ ∂F/∂β by SGD on the linear system, a mini-batch of each part
/// a step; dF/dλ ≈ ∂F/∂λ − ∂²f/∂λ∂β · v.
std::unique_ptr<HypergradientEstimator> make_stochastic_implicit(const EstimatorContext& context,
                                                                 const StochasticSchedule& schedule,
                                                                 const TrainState& start);

/// Both side by side as above, with ∇f, Hv and ∇F of a mini-batch corrected by those of the others (SAGA).
/// Throws ConfigError where what is kept of every batch would take too much memory.
std::unique_ptr<HypergradientEstimator> make_averaged_implicit(const EstimatorContext& context,
                                                               const StochasticSchedule& schedule,
                                                               const TrainState& start);

/// SUSTAIN: β and λ along averages that are corrected as they move (STORM), v by a Neumann series; `eta` is
/// the weight of what is new.
std::unique_ptr<HypergradientEstimator> make_momentum_implicit(const EstimatorContext& context,
                                                               const StochasticSchedule& schedule, double eta,
                                                               const TrainState& start);

/// Steps in a loop that has no end in sight: no schedule, no warm-up.
LowerOptions at_constant_rate(LowerOptions lower);

/// ∂F/∂λ − ∂²f/∂λ∂β · v over all examples, which is charged.
torch::Tensor hypergradient_along(const EstimatorContext& context, const torch::Tensor& lambda,
                                  const Weights& weights, const Weights& solution);

}  // namespace gbho::inline internal
