#pragma once

#include <torch/types.h>

#include <memory>
#include <vector>

#include "gbho/bilevel/problem.h"
#include "gbho/nn/snapshot.h"

namespace gbho::inline internal {

/// The map of one parameter tensor: a function of s = λ − center, made of tensors that are trained.
class TensorResponse {
 public:
  virtual ~TensorResponse() = default;

  /// [P, …] for s [P, n]; differentiable in s and in the tensors.
  virtual torch::Tensor at(const torch::Tensor& s) const = 0;
  /// Moves the center by `change` [1, n]; the function of λ stays as it is.
  virtual void move(const torch::Tensor& change) = 0;
  /// What it is made of: the weights at the center, then those that s multiplies, the slopes.
  virtual Weights tensors() const = 0;
  /// For each slope, how far a step moves it that moves weights by about one, where s varies by sigma [n].
  virtual Weights units(const torch::Tensor& sigma) const = 0;
};

/// β̂(λ) ≈ β*(λ): weights as a function of λ, trained to be right around a center.
class BestResponse {
 public:
  /// One map for each parameter tensor, around λ [1, n].
  BestResponse(std::vector<std::unique_ptr<TensorResponse>> maps, torch::Tensor center);

  /// β̂ for every row of λ [P, n]; differentiable in λ and in the tensors.
  Weights weights_at(const torch::Tensor& lambda) const;
  /// Around another λ [1, n], as the same function.
  void recenter(const torch::Tensor& lambda);
  const torch::Tensor& center() const { return center_; }

  /// All tensors, and a unit for each, undefined for weights at the center: see TensorResponse.
  Weights tensors() const;
  Weights units(const torch::Tensor& sigma) const;
  bool is_finite() const;

  void add_to(Snapshot& snapshot) const;
  void restore(const Snapshot& snapshot);

 private:
  torch::Tensor as_weights(const torch::Tensor& values) const;

  std::vector<std::unique_ptr<TensorResponse>> maps_;
  torch::Tensor center_;  ///< double, on the CPU
};

/// dF(λ, β̂(λ))/dλ for every row of λ [P, n]: ∂F/∂λ + ∂F/∂β·∂β̂/∂λ; double, on the CPU.
torch::Tensor response_gradient(const Problem& problem, const BestResponse& response,
                                const torch::Tensor& lambda);

}  // namespace gbho::inline internal
