#pragma once

#include <torch/types.h>

#include "gbho/nn/model.h"
#include "gbho/nn/snapshot.h"

namespace gbho::inline internal {

/// Networks that train while λ moves, and what they say about dF/dλ. Every gradient-based method is one of
/// these; what they share (the start, the steps of λ, the choice, going on after an interruption) is in
/// gradient_loop.
class HypergradientEstimator {
 public:
  virtual ~HypergradientEstimator() = default;

  /// Trains at λ [1, n] up to the next step of λ. False when a network diverged.
  virtual bool advance(const torch::Tensor& lambda) = 0;
  /// dF/dλ [1, n] at the λ and the weights of the last advance; double, on the CPU.
  virtual torch::Tensor hypergradient() = 0;
  /// λ after this one by a rule of the method's own, for its last hypergradient; undefined: a step of Adam.
  virtual torch::Tensor next_lambda(const torch::Tensor& /*lambda*/, const torch::Tensor& /*gradient*/) {
    return {};
  }
  /// The weights that stand for the solution of the lower level, an ensemble of one.
  virtual Weights weights() = 0;
  /// Those weights were trained on validation examples, so that F says nothing about them.
  virtual bool saw_validation() const { return false; }

  /// All that is needed to go on, and back. Names that begin with "loop." are taken.
  virtual Snapshot snapshot() = 0;
  virtual void restore(const Snapshot& snapshot) = 0;
};

}  // namespace gbho::inline internal
