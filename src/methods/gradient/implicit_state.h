#pragma once

#include <torch/types.h>

#include "gbho/nn/snapshot.h"
#include "methods/gradient/sgd_steps.h"

namespace gbho::inline internal {

/// Where soba and its kin stand: β with its velocity, v, and the steps taken of each.
struct ImplicitState {
  /// v = 0.
  explicit ImplicitState(const Weights& start);

  SgdState lower;
  Weights solution;  ///< v
  int64_t step = 0;
  int64_t system_step = 0;

  bool finite() const { return all_finite(lower.weights) && all_finite(solution); }
  Snapshot snapshot() const;
  void restore(const Snapshot& snapshot);
};

}  // namespace gbho::inline internal
