#pragma once

#include <torch/types.h>

#include <limits>
#include <vector>

#include "gbho/methods/summary.h"
#include "gbho/nn/snapshot.h"

namespace gbho {

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

}  // namespace gbho
