#pragma once

#include "methods/gradient/best_response.h"

namespace gbho::inline internal {

/// W₀ + (V s)∘W₁, row by row: W₀ and W₁ of the tensor's shape [out, …], V [out, n].
class RowResponse : public TensorResponse {
 public:
  /// From the weights of an ensemble of one: W₀ = W₁ = start, V = 0.
  RowResponse(const torch::Tensor& start, int64_t hyperparameters);

  torch::Tensor at(const torch::Tensor& s) const override;
  void move(const torch::Tensor& change) override;
  Weights tensors() const override { return {w0_, v_, w1_}; }
  Weights units(const torch::Tensor& sigma) const override;

 private:
  torch::Tensor w0_;  ///< [1, out, …]
  torch::Tensor v_;
  torch::Tensor w1_;  ///< [1, out, …]
};

/// By rows for kernels, dense for biases and other vectors.
BestResponse structured_response(const Weights& start, const torch::Tensor& lambda);

/// Numbers in all V, and in the B of vectors.
int64_t structured_numbers(const Problem& problem);

}  // namespace gbho::inline internal
