#pragma once

#include <torch/types.h>

#include <string>

#include "gbho/base/random.h"

namespace gbho::inline internal {

/// Examples dealt once into mini-batches that stay as they are, and an order of the batches for every pass.
class FixedBatches {
 public:
  /// `batch` 0: all in one.
  FixedBatches(int64_t examples, int64_t batch, uint64_t seed, const std::string& stream);

  int64_t count() const { return count_; }
  /// Which of the batches has its turn at this step, counted through all passes.
  int64_t at(int64_t step);
  /// Its examples; undefined: all there are.
  torch::Tensor rows(int64_t index) const;
  int64_t size(int64_t index) const;
  double share(int64_t index) const {
    return static_cast<double>(size(index)) / static_cast<double>(examples_);
  }

 private:
  int64_t examples_;
  int64_t batch_;
  int64_t count_;
  Stream stream_;
  torch::Tensor dealt_;
  int64_t pass_ = -1;
  std::vector<int64_t> order_;
};

}  // namespace gbho::inline internal
