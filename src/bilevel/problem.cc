#include "gbho/bilevel/problem.h"

#include <torch/utils.h>

namespace gbho {
namespace {

torch::Tensor gradient_or_zeros(const torch::Tensor& leaf) {
  return leaf.grad().defined() ? leaf.grad().detach() : torch::zeros_like(leaf);
}

}  // namespace

Derivatives differentiate(const std::function<torch::Tensor(const torch::Tensor&, const Weights&)>& function,
                          const torch::Tensor& lambda, const Weights& weights) {
  const torch::Tensor point = lambda.detach().clone().to(torch::kFloat64).requires_grad_();
  Weights leaves;
  for (const torch::Tensor& tensor : weights) leaves.push_back(tensor.detach().clone().requires_grad_());
  const torch::Tensor value = function(point, leaves);
  if (value.requires_grad()) value.sum().backward();
  Derivatives result{value.detach().to(torch::kFloat64), gradient_or_zeros(point), {}};
  for (const torch::Tensor& leaf : leaves) result.weights.push_back(gradient_or_zeros(leaf));
  return result;
}

torch::Tensor Problem::lower_batch(const torch::Tensor& lambda, const Weights& weights,
                                   const torch::Tensor& /*rows*/) const {
  return lower(lambda, weights);
}

Derivatives Problem::upper_derivatives(const torch::Tensor& lambda, const Weights& weights,
                                       const torch::Tensor& /*rows*/) const {
  return differentiate([this](const torch::Tensor& l, const Weights& b) { return upper(l, b); }, lambda,
                       weights);
}

Derivatives Problem::lower_derivatives(const torch::Tensor& lambda, const Weights& weights,
                                       const torch::Tensor& /*rows*/) const {
  return differentiate([this](const torch::Tensor& l, const Weights& b) { return lower(l, b); }, lambda,
                       weights);
}

}  // namespace gbho
