#pragma once

#include "gbho/methods/loop_options.h"
#include "gbho/run/context.h"
#include "methods/gradient/estimator.h"
#include "methods/gradient/loop_state.h"

namespace gbho::inline internal {

/// Looks at the network that stands for the lower level's solution: scores it, remembers its λ where it is
/// the best so far, and adds a point to the trace.
void look_at_network(MethodContext& context, const LoopOptions& options, HypergradientEstimator& estimator,
                     LoopState& state);

}  // namespace gbho::inline internal
