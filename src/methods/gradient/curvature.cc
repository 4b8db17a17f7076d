#include "methods/gradient/curvature.h"

namespace gbho::inline internal {

LowerCurvature::LowerCurvature(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                               const torch::Tensor& rows)
    : lambda_(leaf(lambda)), weights_(leaves(weights)) {
  gradient_ = derivatives_of({problem.lower_batch(lambda_, weights_, rows).sum()}, weights_, {}, true);
}

Weights LowerCurvature::hessian_times(const Weights& v) {
  ++products_;
  return derivatives_of(gradient_, weights_, v);
}

torch::Tensor LowerCurvature::mixed_times(const Weights& v) {
  ++products_;
  return derivatives_of(gradient_, {lambda_}, v).front().to(torch::kCPU, torch::kDouble);
}

std::pair<Weights, torch::Tensor> LowerCurvature::both_times(const Weights& v) {
  ++products_;
  Weights inputs = weights_;
  inputs.push_back(lambda_);
  Weights product = derivatives_of(gradient_, inputs, v);
  const torch::Tensor by_lambda = product.back().to(torch::kCPU, torch::kDouble);
  product.pop_back();
  return {std::move(product), by_lambda};
}

}  // namespace gbho::inline internal
