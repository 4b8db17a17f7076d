#pragma once

#include <torch/types.h>

#include "gbho/bilevel/problem.h"
#include "gbho/train/solver.h"

namespace gbho {

/// λ [1, k] with every coordinate at `value`.
inline torch::Tensor same_lambda(const Problem& problem, double value) {
  return torch::full({1, problem.space().size()}, value, torch::kDouble);
}

/// One model as a method finds it.
inline TrainState fresh(const Problem& problem) {
  return {problem.initial_weights(1, Stream(0, "test.init"), true), {}, 0};
}

inline double relative_error(const torch::Tensor& found, const torch::Tensor& right) {
  return ((found - right).norm() / right.norm()).item<double>();
}

}  // namespace gbho
