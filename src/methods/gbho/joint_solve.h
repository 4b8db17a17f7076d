#pragma once

#include <torch/types.h>

#include "gbho/methods/gbho.h"
#include "gbho/run/context.h"
#include "methods/gbho/lagrangian.h"
#include "run/value_model.h"

namespace gbho::inline internal {

/// A pair (λ, β) with its values.
struct JointPoint {
  torch::Tensor lambda;  ///< [1, n]
  Weights weights;       ///< an ensemble of one
  double lower = kNone;  ///< f over the whole training part
  double upper = kNone;  ///< F over the whole validation part
};

/// Fills in f and F.
void set_values(MethodContext& context, JointPoint& point);

/// Gradient steps on A in λ and β together, from `point`; λ stays in its box. False when interrupted. A step
/// that leaves the finite numbers ends the solve where it was.
bool minimize_lagrangian(MethodContext& context, const GbhoOptions& options, const ValueModel& model,
                         const Lagrangian& lagrangian, int64_t iteration, JointPoint& point);

}  // namespace gbho::inline internal
