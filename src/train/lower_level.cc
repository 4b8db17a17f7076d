#include "train/lower_level.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gbho::inline internal {

const std::vector<Parameter>& LowerLevel::parameters() const {
  return network != nullptr ? network->model->parameters() : functions->parameters();
}

int64_t LowerLevel::hyperparameters() const {
  return network != nullptr ? network->hyperparameters() : functions->space().size();
}

int64_t LowerLevel::rows() const {
  return network != nullptr ? network->train.size() : 1;
}

int64_t LowerLevel::examples() const {
  return network != nullptr ? network->train.size() : functions->lower_examples();
}

double LowerLevel::blind_loss() const {
  if (network == nullptr) return std::numeric_limits<double>::infinity();
  if (!network->train.regression()) return std::log(static_cast<double>(network->model->classes()));
  // The mean of standardized targets; others may be larger.
  return std::max(1.0, network->train.y.to(torch::kFloat64).square().mean().item<double>());
}

Weights LowerLevel::initial_weights(int64_t members, const Stream& stream, bool shared) const {
  return network != nullptr ? network->model->initial_weights(members, stream, shared)
                            : functions->initial_weights(members, stream, shared);
}

}  // namespace gbho::inline internal
