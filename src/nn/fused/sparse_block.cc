#include "nn/fused/sparse_block.h"

namespace gbho::inline internal {
namespace {

// Above this share of numbers that are not zero the dense kernels are faster: they use every number they load
// several times.
constexpr double kMostFilled = 0.4;

}  // namespace

SparseBlock::SparseBlock(const float* x, int64_t ldx, int64_t batch, const std::vector<int32_t>& index) {
  const auto inputs = static_cast<int64_t>(index.size());
  int64_t filled = 0;
  for (int64_t b = 0; b < batch; ++b) {
    for (int64_t i = 0; i < inputs; ++i) filled += x[b * ldx + i] != 0 ? 1 : 0;
  }
  if (static_cast<double>(filled) > kMostFilled * static_cast<double>(batch * inputs)) return;
  for (int64_t b = 0; b < batch; ++b) {
    row_begin_.push_back(static_cast<int32_t>(row_index_.size()));
    for (int64_t i = 0; i < inputs; ++i) {
      if (x[b * ldx + i] == 0) continue;
      row_index_.push_back(index[static_cast<size_t>(i)]);
      row_value_.push_back(x[b * ldx + i]);
    }
  }
  row_begin_.push_back(static_cast<int32_t>(row_index_.size()));
  for (int64_t i = 0; i < inputs; ++i) {
    column_begin_.push_back(static_cast<int32_t>(column_example_.size()));
    for (int64_t b = 0; b < batch; ++b) {
      if (x[b * ldx + i] == 0) continue;
      column_example_.push_back(static_cast<int32_t>(b));
      column_value_.push_back(x[b * ldx + i]);
    }
  }
  column_begin_.push_back(static_cast<int32_t>(column_example_.size()));
}

SparseInput SparseBlock::input() const {
  return {row_begin_.data(),    row_index_.data(),      row_value_.data(),
          column_begin_.data(), column_example_.data(), column_value_.data()};
}

}  // namespace gbho::inline internal
