#include "methods/gradient/curvature.h"

#include <torch/autograd.h>

namespace gbho {
namespace {

torch::Tensor leaf(const torch::Tensor& tensor) {
  return tensor.detach().clone().requires_grad_(true);
}

// Zero where the function does not depend on a tensor.
Weights filled(torch::autograd::variable_list gradients, const Weights& like) {
  for (size_t i = 0; i < gradients.size(); ++i) {
    if (!gradients[i].defined()) gradients[i] = torch::zeros_like(like[i]);
  }
  return gradients;
}

}  // namespace

LowerCurvature::LowerCurvature(const Problem& problem, const torch::Tensor& lambda, const Weights& weights,
                               const torch::Tensor& rows)
    : lambda_(leaf(lambda)) {
  for (const torch::Tensor& tensor : weights) weights_.push_back(leaf(tensor));
  const torch::Tensor value = problem.lower_batch(lambda_, weights_, rows).sum();
  gradient_ = filled(torch::autograd::grad({value}, weights_, {}, true, true, true), weights_);
}

Weights LowerCurvature::hessian_times(const Weights& v) {
  ++products_;
  return filled(torch::autograd::grad(gradient_, weights_, v, true, false, true), weights_);
}

torch::Tensor LowerCurvature::mixed_times(const Weights& v) {
  ++products_;
  const Weights product =
      filled(torch::autograd::grad(gradient_, {lambda_}, v, true, false, true), {lambda_});
  return product.front().to(torch::kCPU, torch::kDouble);
}

std::pair<Weights, torch::Tensor> LowerCurvature::both_times(const Weights& v) {
  ++products_;
  Weights inputs = weights_;
  inputs.push_back(lambda_);
  Weights outputs;
  Weights along;
  for (size_t i = 0; i < gradient_.size(); ++i) {
    if (!gradient_[i].requires_grad()) continue;  // of a tensor that f is linear in, or free of
    outputs.push_back(gradient_[i]);
    along.push_back(v[i]);
  }
  Weights product(inputs.size());
  if (!outputs.empty()) product = torch::autograd::grad(outputs, inputs, along, true, false, true);
  product = filled(std::move(product), inputs);
  const torch::Tensor by_lambda = product.back().to(torch::kCPU, torch::kDouble);
  product.pop_back();
  return {std::move(product), by_lambda};
}

double dot(const Weights& a, const Weights& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += (a[i] * b[i]).sum(torch::kDouble).item<double>();
  return sum;
}

Weights plus(const Weights& a, double c, const Weights& b) {
  Weights sum;
  for (size_t i = 0; i < a.size(); ++i) sum.push_back(a[i] + c * b[i]);
  return sum;
}

Weights times(double c, const Weights& a) {
  Weights product;
  for (const torch::Tensor& tensor : a) product.push_back(c * tensor);
  return product;
}

}  // namespace gbho
