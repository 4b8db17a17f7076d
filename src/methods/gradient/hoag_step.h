#pragma once

#include <torch/types.h>

#include "gbho/bilevel/space.h"
#include "gbho/nn/model.h"

namespace gbho::inline internal {

/// HOAG's rule for λ (Pedregosa 2016, and his code): λ ← λ − ∇/L inside the box. L begins where the first
/// step moves a hyperparameter by 1 (root mean square), falls by 5 % while F goes down as it should, and
/// doubles where F rises by a fifth: then λ goes back to where it was.
class HoagStep {
 public:
  explicit HoagStep(const Space& space) : space_(space) {}

  struct Outcome {
    torch::Tensor lambda;
    bool rejected = false;  ///< F rose: λ is the one before
  };
  /// From F and dF/dλ at λ [1, n], found with a lower level solved to `tolerance`; `before`: that of the last
  /// step.
  Outcome next(const torch::Tensor& lambda, const torch::Tensor& gradient, double value, double tolerance,
               double before);

  double constant() const { return constant_; }
  Weights state() const;
  void restore(const Weights& state);

 private:
  const Space& space_;
  double constant_ = 0;  ///< L; 0 before the first step
  double value_ = 0;     ///< F at the λ that the last step came from
  double length_ = 0;    ///< of the last step
  torch::Tensor from_;   ///< that λ
};

}  // namespace gbho::inline internal
