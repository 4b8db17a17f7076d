#pragma once

#include <cstdint>
#include <vector>

#include "nn/fused/kernels.h"

namespace gbho::inline internal {

/// A block of examples without its zeros, by example and by input.
class SparseBlock {
 public:
  SparseBlock() = default;
  /// x [batch, ldx]: column i of it belongs to input index[i]. Empty when too few of the numbers are zero for
  /// it to pay.
  SparseBlock(const float* x, int64_t ldx, int64_t batch, const std::vector<int32_t>& index);

  bool empty() const { return row_begin_.empty(); }
  SparseInput input() const;

 private:
  std::vector<int32_t> row_begin_;
  std::vector<int32_t> row_index_;
  std::vector<float> row_value_;
  std::vector<int32_t> column_begin_;
  std::vector<int32_t> column_example_;
  std::vector<float> column_value_;
};

}  // namespace gbho::inline internal
