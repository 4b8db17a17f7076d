#pragma once

#include <functional>
#include <vector>

#include "gbho/bilevel/problem.h"

namespace gbho {

/// A function of λ [E, n] and β that returns [E], written with LibTorch's differentiable operations.
using BilevelFunction = std::function<torch::Tensor(const torch::Tensor& lambda, const Weights& weights)>;

/// A bilevel problem given by two functions and where β starts.
class FunctionProblem : public Problem {
 public:
  /// `start` holds the tensors of β for one member, without the ensemble axis.
  FunctionProblem(Space space, std::vector<torch::Tensor> start, BilevelFunction upper,
                  BilevelFunction lower);

  const Space& space() const override { return space_; }
  const std::vector<Parameter>& parameters() const override { return parameters_; }
  Weights initial_weights(int64_t members, const Stream& stream, bool shared) const override;
  torch::Tensor upper(const torch::Tensor& lambda, const Weights& weights) const override;
  torch::Tensor lower(const torch::Tensor& lambda, const Weights& weights) const override;

 private:
  Space space_;
  std::vector<torch::Tensor> start_;
  std::vector<Parameter> parameters_;
  BilevelFunction upper_;
  BilevelFunction lower_;
};

}  // namespace gbho
