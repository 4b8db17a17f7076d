#include "nn/losses.h"

namespace gbho::inline internal {

torch::Tensor logit_losses(const torch::Tensor& z, const torch::Tensor& y) {
  if (y.is_floating_point()) return (z.flatten(1) - y.to(z.scalar_type())).square();
  const torch::Tensor log_probabilities = torch::log_softmax(z, 2);
  const torch::Tensor index = y.unsqueeze(0).unsqueeze(2).expand({z.size(0), y.size(0), 1});
  return -log_probabilities.gather(2, index).squeeze(2);
}

torch::Tensor smoothed_losses(const torch::Tensor& z, const torch::Tensor& y,
                              const torch::Tensor& smoothing) {
  torch::Tensor losses = logit_losses(z, y);
  if (!smoothing.defined()) return losses;
  const torch::Tensor label = y.unsqueeze(0).unsqueeze(2).expand({z.size(0), y.size(0), 1});
  const torch::Tensor above_mean = z.gather(2, label).squeeze(2) - z.mean(2);
  return losses + smoothing.to(z.options()).unsqueeze(1) * above_mean;
}

torch::Tensor example_losses(const Model& model, const Weights& weights, const torch::Tensor& x,
                             const torch::Tensor& y) {
  return logit_losses(model.logits(weights, x), y);
}

}  // namespace gbho::inline internal
