#pragma once

#include <torch/types.h>

#include "gbho/nn/snapshot.h"

namespace gbho {

/// Networks that train while λ moves, and what they say about dF/dλ. Every gradient-based method is one of
/// these; what they share (the start, the steps of λ, the choice, going on after an interruption) is in
/// gradient_loop.
class HypergradientEstimator {
 public:
  virtual ~HypergradientEstimator() = default;

  /// Trains for an epoch at λ [1, n]. False when a network diverged.
  virtual bool advance(const torch::Tensor& lambda) = 0;
  /// dF/dλ [1, n] at the λ of the last epoch, double, on the CPU.
  virtual torch::Tensor hypergradient() = 0;
  /// F of the network that solves the lower level, on the selection part where there is one.
  virtual double criterion() const = 0;

  /// All that is needed to go on, and back.
  virtual Snapshot snapshot() const = 0;
  virtual void restore(const Snapshot& snapshot) = 0;
};

}  // namespace gbho
