#pragma once

#include <torch/types.h>

#include "gbho/bilevel/space.h"
#include "gbho/nn/model.h"

namespace gbho::inline internal {

/// Adam (Kingma & Ba 2015) in λ, inside the box.
class LambdaAdam {
 public:
  LambdaAdam(const Space& space, double rate);

  /// The next λ [1, n].
  torch::Tensor next(const torch::Tensor& lambda, const torch::Tensor& gradient);

  Weights state() const;
  void restore(const Weights& state);

 private:
  const Space& space_;
  double rate_;
  double steps_ = 0;
  torch::Tensor first_;
  torch::Tensor second_;
};

}  // namespace gbho::inline internal
