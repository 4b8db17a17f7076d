#include "methods/gradient/weight_vectors.h"

#include <torch/autograd.h>

#include <algorithm>

namespace gbho::inline internal {

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

bool all_finite(const Weights& weights) {
  return std::all_of(weights.begin(), weights.end(),
                     [](const torch::Tensor& tensor) { return torch::isfinite(tensor).all().item<bool>(); });
}

int64_t bytes_of(const Weights& weights) {
  int64_t bytes = 0;
  for (const torch::Tensor& tensor : weights) {
    bytes += tensor.numel() * static_cast<int64_t>(tensor.element_size());
  }
  return bytes;
}

Weights moved_to(const Weights& weights, const Weights& like) {
  Weights moved;
  for (size_t i = 0; i < weights.size(); ++i) moved.push_back(weights[i].to(like[i].device()));
  return moved;
}

torch::Tensor leaf(const torch::Tensor& tensor) {
  return tensor.detach().clone().requires_grad_(true);
}

Weights leaves(const Weights& weights) {
  Weights copies;
  for (const torch::Tensor& tensor : weights) copies.push_back(leaf(tensor));
  return copies;
}

Weights derivatives_of(const Weights& outputs, const Weights& inputs, const Weights& along,
                       bool differentiable) {
  Weights present;
  Weights directions;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!outputs[i].requires_grad()) continue;  // it depends on nothing
    present.push_back(outputs[i]);
    if (!along.empty()) directions.push_back(along[i]);
  }
  Weights found(inputs.size());
  if (!present.empty())
    found = torch::autograd::grad(present, inputs, directions, true, differentiable, true);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!found[i].defined()) found[i] = torch::zeros_like(inputs[i]).detach();
  }
  return found;
}

}  // namespace gbho::inline internal
