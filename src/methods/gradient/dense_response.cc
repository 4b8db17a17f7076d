#include "methods/gradient/dense_response.h"

#include <torch/utils.h>

#include "nn/parameter_count.h"

namespace gbho::inline internal {

DenseResponse::DenseResponse(const torch::Tensor& start, int64_t hyperparameters)
    : c_(start.detach().clone().requires_grad_()),
      b_(torch::zeros({start.numel(), hyperparameters}, start.options().requires_grad(true))) {}

torch::Tensor DenseResponse::at(const torch::Tensor& s) const {
  std::vector<int64_t> shape = c_.sizes().vec();
  shape[0] = s.size(0);
  return c_ + torch::matmul(s, b_.t()).view(shape);
}

void DenseResponse::move(const torch::Tensor& change) {
  const torch::NoGradGuard no_grad;
  c_.copy_(at(change));
}

Weights DenseResponse::units(const torch::Tensor& sigma) const {
  return {1 / sigma};
}

BestResponse dense_response(const Weights& start, const torch::Tensor& lambda) {
  std::vector<std::unique_ptr<TensorResponse>> maps;
  for (const torch::Tensor& tensor : start) {
    maps.push_back(std::make_unique<DenseResponse>(tensor, lambda.size(1)));
  }
  return {std::move(maps), lambda};
}

int64_t dense_numbers(const Problem& problem) {
  return parameter_count(problem.parameters()) * problem.space().size();
}

}  // namespace gbho::inline internal
