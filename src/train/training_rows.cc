#include "train/training_rows.h"

#include "train/epoch.h"

namespace gbho::inline internal {

TrainingRows::TrainingRows(const Problem& problem, const LowerOptions& lower, uint64_t seed)
    : seed_(seed), shuffle_(lower.shuffle), batches_(lower, problem.lower_examples()) {
  if (problem.network() == nullptr) batches_.batch = batches_.count;
}

torch::Tensor TrainingRows::rows(int64_t step) {
  if (batches_.whole()) return {};
  const int64_t epoch = step / steps_per_epoch();
  if (epoch != epoch_) {
    epoch_ = epoch;
    order_ =
        torch::tensor(epoch_order(seed_, "train.batches", epoch, batches_.count, shuffle_), torch::kLong);
  }
  const int64_t first = batches_.first(step % steps_per_epoch());
  return order_.slice(0, first, first + examples(step));
}

int64_t TrainingRows::examples(int64_t step) const {
  return batches_.size(step % steps_per_epoch());
}

}  // namespace gbho::inline internal
