#include "train/batch_loss.h"

#include <algorithm>

namespace gbho {

torch::Tensor logit_losses(const torch::Tensor& z, const torch::Tensor& y) {
  const torch::Tensor log_probabilities = torch::log_softmax(z, 2);
  const torch::Tensor index = y.unsqueeze(0).unsqueeze(2).expand({z.size(0), y.size(0), 1});
  return -log_probabilities.gather(2, index).squeeze(2);
}

torch::Tensor example_losses(const Model& model, const Weights& weights, const torch::Tensor& x,
                             const torch::Tensor& y) {
  return logit_losses(model.logits(weights, x), y);
}

std::vector<int64_t> next_validation_rows(const std::vector<int64_t>& order, int64_t batch,
                                          int64_t& position) {
  std::vector<int64_t> rows(std::min(static_cast<size_t>(batch), order.size()));
  for (int64_t& row : rows) {
    row = order[static_cast<size_t>(position)];
    position = (position + 1) % static_cast<int64_t>(order.size());
  }
  return rows;
}

}  // namespace gbho
