#include "nn/losses.h"

namespace gbho::inline internal {

torch::Tensor logit_losses(const torch::Tensor& z, const torch::Tensor& y) {
  const torch::Tensor log_probabilities = torch::log_softmax(z, 2);
  const torch::Tensor index = y.unsqueeze(0).unsqueeze(2).expand({z.size(0), y.size(0), 1});
  return -log_probabilities.gather(2, index).squeeze(2);
}

torch::Tensor example_losses(const Model& model, const Weights& weights, const torch::Tensor& x,
                             const torch::Tensor& y) {
  return logit_losses(model.logits(weights, x), y);
}

}  // namespace gbho::inline internal
