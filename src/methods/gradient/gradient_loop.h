#pragma once

#include <functional>
#include <memory>

#include "gbho/methods/context.h"
#include "gbho/methods/gradient.h"
#include "methods/gradient/estimator.h"

namespace gbho {

/// What a loop asks of a method.
struct LoopPlan {
  LoopOptions options;
  int64_t networks = 1;          ///< solves that the loop counts for when its networks train on
  int64_t solves_per_round = 0;  ///< solves that a round takes when they begin anew each time
  /// From a trained network, an ensemble of one.
  std::function<std::unique_ptr<HypergradientEstimator>(TrainState start)> make;
};

/// From the best shared λ, one step of Adam in λ after every round of the estimator's networks. The λ that
/// was best on the way gets a model of its own; the shared λ are among its rivals.
MethodResult run_gradient_loop(MethodContext& context, LoopPlan plan);

/// The options of the loop, and their check.
std::vector<Option> loop_options(LoopOptions& options);
void check_loop(const std::string& method, const LoopOptions& options);

/// Throws ConfigError when many hyperparameters are to be tuned and the data has no selection part.
void check_selection_part(const Problem& problem, const std::string& method);

/// Points of the box's diagonal, ends left out: one shared λ, scaled to each dimension's range. [count, n]
torch::Tensor diagonal_points(const Space& space, int64_t count);

/// Ends a search: interrupted when it was, else as given.
MethodResult finish(const MethodContext& context, Termination termination, std::string message);

}  // namespace gbho
