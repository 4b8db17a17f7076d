#include "methods/gradient/structured_response.h"

#include <torch/utils.h>

#include <cmath>

#include "methods/gradient/dense_response.h"

namespace gbho::inline internal {
namespace {

// V and W₁ take their steps at once: each goes 1/√2 of the way, so that the two are no longer than one.
const double kRowShare = std::sqrt(0.5);

// Rows whose V is smaller, in the mean square, leave W₁ nearly as it is: what it should be is not yet known.
constexpr double kLeastSlope = 0.01;

// [P, out] seen as [P, out, 1, …], to multiply rows of `like`.
torch::Tensor by_row(const torch::Tensor& values, const torch::Tensor& like) {
  std::vector<int64_t> shape(static_cast<size_t>(like.dim()), 1);
  shape[0] = values.size(0);
  shape[1] = values.size(1);
  return values.view(shape);
}

}  // namespace

RowResponse::RowResponse(const torch::Tensor& start, int64_t hyperparameters)
    : w0_(start.detach().clone().requires_grad_()),
      v_(torch::zeros({start.size(1), hyperparameters}, start.options().requires_grad(true))),
      w1_(start.detach().clone().requires_grad_()) {}

torch::Tensor RowResponse::at(const torch::Tensor& s) const {
  return w0_ + by_row(torch::matmul(s, v_.t()), w0_) * w1_;
}

void RowResponse::move(const torch::Tensor& change) {
  const torch::NoGradGuard no_grad;
  w0_.copy_(at(change));
}

Weights RowResponse::units(const torch::Tensor& sigma) const {
  const torch::Tensor row_norm = w1_.view({w1_.size(1), -1}).norm(2, 1, true);
  const torch::Tensor gain = torch::maximum((v_ * sigma).norm(2, 1), kLeastSlope * sigma.norm()).unsqueeze(0);
  return {kRowShare / (sigma * row_norm.clamp_min(1e-6)), by_row(kRowShare / gain, w1_)};
}

BestResponse structured_response(const Weights& start, const torch::Tensor& lambda) {
  std::vector<std::unique_ptr<TensorResponse>> maps;
  for (const torch::Tensor& tensor : start) {
    if (tensor.dim() > 2) {
      maps.push_back(std::make_unique<RowResponse>(tensor, lambda.size(1)));
    } else {
      maps.push_back(std::make_unique<DenseResponse>(tensor, lambda.size(1)));
    }
  }
  return {std::move(maps), lambda};
}

int64_t structured_numbers(const Problem& problem) {
  int64_t rows = 0;
  for (const Parameter& parameter : problem.parameters()) {
    rows += parameter.shape.empty() ? 1 : parameter.shape.front();
  }
  return rows * problem.space().size();
}

}  // namespace gbho::inline internal
