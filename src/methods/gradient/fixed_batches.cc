#include "methods/gradient/fixed_batches.h"

#include <algorithm>

namespace gbho::inline internal {

FixedBatches::FixedBatches(int64_t examples, int64_t batch, uint64_t seed, const std::string& stream)
    : examples_(examples),
      batch_(batch > 0 ? std::min(batch, examples) : examples),
      count_((examples + batch_ - 1) / batch_),
      stream_(seed, stream) {
  if (count_ > 1) dealt_ = torch::tensor(stream_.child("deal").permutation(examples), torch::kLong);
}

int64_t FixedBatches::at(int64_t step) {
  if (pass_ != step / count_) {
    pass_ = step / count_;
    order_ = stream_.child("pass " + std::to_string(pass_)).permutation(count_);
  }
  return order_[static_cast<size_t>(step % count_)];
}

torch::Tensor FixedBatches::rows(int64_t index) const {
  if (count_ == 1) return {};
  return dealt_.slice(0, index * batch_, index * batch_ + size(index));
}

int64_t FixedBatches::size(int64_t index) const {
  return std::min(batch_, examples_ - index * batch_);
}

}  // namespace gbho::inline internal
