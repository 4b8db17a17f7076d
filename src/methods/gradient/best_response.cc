#include "methods/gradient/best_response.h"

#include <torch/autograd.h>
#include <torch/utils.h>

#include <utility>

#include "methods/gradient/weight_vectors.h"

namespace gbho::inline internal {

BestResponse::BestResponse(std::vector<std::unique_ptr<TensorResponse>> maps, torch::Tensor center)
    : maps_(std::move(maps)), center_(std::move(center)) {}

Weights BestResponse::weights_at(const torch::Tensor& lambda) const {
  const torch::Tensor s = as_weights(lambda - center_);
  Weights weights;
  for (const auto& map : maps_) weights.push_back(map->at(s));
  return weights;
}

void BestResponse::recenter(const torch::Tensor& lambda) {
  const torch::NoGradGuard no_grad;
  const torch::Tensor change = as_weights(lambda - center_);
  for (const auto& map : maps_) map->move(change);
  center_ = lambda.clone();
}

Weights BestResponse::tensors() const {
  Weights all;
  for (const auto& map : maps_) {
    for (const torch::Tensor& tensor : map->tensors()) all.push_back(tensor);
  }
  return all;
}

Weights BestResponse::units(const torch::Tensor& sigma) const {
  const torch::NoGradGuard no_grad;
  Weights all;
  for (const auto& map : maps_) {
    all.emplace_back();
    for (const torch::Tensor& unit : map->units(as_weights(sigma))) all.push_back(unit);
  }
  return all;
}

bool BestResponse::is_finite() const {
  const torch::NoGradGuard no_grad;
  return all_finite(tensors());
}

void BestResponse::add_to(Snapshot& snapshot) const {
  Weights copies;
  for (const torch::Tensor& tensor : tensors()) copies.push_back(tensor.detach().to(torch::kCPU).clone());
  snapshot.add("response", copies);
  snapshot.add("center", center_);
}

void BestResponse::restore(const Snapshot& snapshot) {
  const torch::NoGradGuard no_grad;
  const Weights kept = snapshot.weights("response");
  Weights own = tensors();
  for (size_t i = 0; i < own.size(); ++i) own[i].copy_(kept.at(i));
  center_ = snapshot.tensor("center");
}

torch::Tensor BestResponse::as_weights(const torch::Tensor& values) const {
  const torch::Tensor like = maps_.front()->tensors().front();
  return values.to(like.device(), like.scalar_type());
}

torch::Tensor response_gradient(const Problem& problem, const BestResponse& response,
                                const torch::Tensor& lambda) {
  const torch::Tensor leaf = lambda.detach().clone().requires_grad_();
  const Weights weights = response.weights_at(leaf);
  const Derivatives upper = problem.upper_derivatives(lambda, weights);
  const torch::Tensor indirect = torch::autograd::grad(weights, {leaf}, upper.weights).front();
  return upper.lambda.to(torch::kCPU, torch::kDouble) + indirect;
}

}  // namespace gbho::inline internal
