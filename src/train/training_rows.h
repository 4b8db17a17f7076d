#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

#include "gbho/bilevel/problem.h"
#include "gbho/record/lower_options.h"
#include "train/batches.h"

namespace gbho::inline internal {

/// The training examples of each step, in the order in which a solve takes them. Problems that are no
/// networks have one step an epoch, over everything.
class TrainingRows {
 public:
  TrainingRows(const Problem& problem, const LowerOptions& lower, uint64_t seed);

  int64_t steps_per_epoch() const { return batches_.steps(); }
  /// Rows for lower_batch, of a step counted from the first of epoch 0; undefined: all of them.
  torch::Tensor rows(int64_t step);
  /// How many they are.
  int64_t examples(int64_t step) const;

 private:
  uint64_t seed_;
  bool shuffle_;
  Batches batches_;
  int64_t epoch_ = -1;  ///< the one whose order is at hand
  torch::Tensor order_;
};

}  // namespace gbho::inline internal
