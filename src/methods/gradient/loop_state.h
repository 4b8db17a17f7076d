#pragma once

#include <torch/types.h>

#include <limits>
#include <vector>

#include "gbho/nn/snapshot.h"
#include "gbho/record/summary.h"

namespace gbho::inline internal {

/// Where a gradient loop stands, and what has come of it.
struct LoopState {
  torch::Tensor lambda;       ///< [1, n]
  torch::Tensor best_lambda;  ///< with the lowest criterion on the way; the last where there is none
  double best = std::numeric_limits<double>::infinity();
  int64_t best_round = 0;
  int64_t round = 0;
  std::vector<TracePoint> trace;

  Snapshot snapshot() const;
  void restore(const Snapshot& snapshot);
};

}  // namespace gbho::inline internal
