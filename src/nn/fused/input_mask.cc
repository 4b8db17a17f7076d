#include "nn/fused/input_mask.h"

#include <bit>

namespace gbho::inline internal {

InputMask::InputMask(const torch::Tensor& x) {
  const int64_t count = x.size(0);
  columns_ = count > 0 ? x.numel() / count : 0;
  words_ = (columns_ + 63) / 64;
  bits_.assign(static_cast<size_t>(count * words_), 0);
  const float* values = x.data_ptr<float>();
  for (int64_t row = 0; row < count; ++row) {
    uint64_t* bits = bits_.data() + row * words_;
    for (int64_t c = 0; c < columns_; ++c) {
      if (values[row * columns_ + c] != 0) bits[c / 64] |= uint64_t{1} << (c % 64);
    }
  }
}

void InputMask::add(const int64_t* rows, int64_t count, std::vector<uint64_t>& bits) const {
  bits.resize(static_cast<size_t>(words_), 0);
  for (int64_t r = 0; r < count; ++r) {
    const uint64_t* row = bits_.data() + rows[r] * words_;
    for (int64_t w = 0; w < words_; ++w) bits[static_cast<size_t>(w)] |= row[w];
  }
}

void split_columns(const std::vector<uint64_t>& bits, int64_t columns, std::vector<int32_t>& active,
                   std::vector<int32_t>& inactive) {
  active.clear();
  inactive.clear();
  for (int64_t c = 0; c < columns; ++c) {
    const bool on = (bits[static_cast<size_t>(c / 64)] >> (c % 64) & 1) != 0;
    (on ? active : inactive).push_back(static_cast<int32_t>(c));
  }
}

void find_runs(const std::vector<int32_t>& columns, std::vector<ColumnRun>& runs) {
  runs.clear();
  for (const int32_t column : columns) {
    if (runs.empty() || runs.back().first + runs.back().count != column) runs.push_back({column, 0});
    ++runs.back().count;
  }
}

}  // namespace gbho::inline internal
