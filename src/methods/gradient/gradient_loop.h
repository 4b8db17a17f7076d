#pragma once

#include <functional>
#include <memory>

#include "gbho/methods/context.h"
#include "gbho/methods/method.h"
#include "methods/gradient/estimator.h"

namespace gbho {

/// How λ moves, the same for every gradient-based method.
struct LoopOptions {
  int64_t diagonal = 5;       ///< shared values of λ tried first
  int64_t warm_up = 10;       ///< epochs before λ moves
  int64_t loop_epochs = 150;  ///< epochs after the warm-up, one step of λ each
  double lambda_rate = 0.03;  ///< Adam's step of λ per epoch
  int64_t patience = 40;      ///< epochs without a lower criterion before it stops
};

/// Makes a method's estimator from a trained network, an ensemble of one.
using EstimatorMaker = std::function<std::unique_ptr<HypergradientEstimator>(TrainState start)>;

/// From the best shared λ, one step of Adam in λ after every epoch of the estimator's networks. The λ that was
/// best on the way gets a model of its own; the shared λ are among its rivals. `members` networks train side by
/// side, each counted as a solve.
MethodResult run_gradient_loop(MethodContext& context, const LoopOptions& options, int64_t members,
                               const EstimatorMaker& make);

/// Points of the box's diagonal, ends left out: one shared λ, scaled to each dimension's range. [count, n]
torch::Tensor diagonal_points(const Space& space, int64_t count);

/// Ends a search: interrupted when it was, else as given.
MethodResult finish(const MethodContext& context, Termination termination, std::string message);

}  // namespace gbho
