#pragma once

#include "methods/gradient/best_response.h"

namespace gbho::inline internal {

/// c + B s, any affine map: c of the tensor's shape, B [weights, n].
class DenseResponse : public TensorResponse {
 public:
  /// From the weights of an ensemble of one, with B = 0.
  DenseResponse(const torch::Tensor& start, int64_t hyperparameters);

  torch::Tensor at(const torch::Tensor& s) const override;
  void move(const torch::Tensor& change) override;
  Weights tensors() const override { return {c_, b_}; }
  Weights units(const torch::Tensor& sigma) const override;

 private:
  torch::Tensor c_;  ///< [1, …]
  torch::Tensor b_;
};

/// Dense maps for all tensors.
BestResponse dense_response(const Weights& start, const torch::Tensor& lambda);

/// Numbers in all B.
int64_t dense_numbers(const Problem& problem);

}  // namespace gbho::inline internal
