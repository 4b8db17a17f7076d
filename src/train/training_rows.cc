#include "train/training_rows.h"

#include <algorithm>

#include "train/epoch.h"

namespace gbho::inline internal {

TrainingRows::TrainingRows(const Problem& problem, const LowerOptions& lower, uint64_t seed)
    : seed_(seed), shuffle_(lower.shuffle), count_(problem.lower_examples()), batch_(count_) {
  if (problem.network() != nullptr && lower.batch > 0) batch_ = std::min(lower.batch, count_);
  steps_per_epoch_ = (count_ + batch_ - 1) / batch_;
}

torch::Tensor TrainingRows::rows(int64_t step) {
  if (batch_ == count_) return {};
  const int64_t epoch = step / steps_per_epoch_;
  if (epoch != epoch_) {
    epoch_ = epoch;
    order_ = torch::tensor(epoch_order(seed_, "train.batches", epoch, count_, shuffle_), torch::kLong);
  }
  const int64_t first = step % steps_per_epoch_ * batch_;
  return order_.slice(0, first, first + examples(step));
}

int64_t TrainingRows::examples(int64_t step) const {
  return std::min(batch_, count_ - step % steps_per_epoch_ * batch_);
}

}  // namespace gbho::inline internal
