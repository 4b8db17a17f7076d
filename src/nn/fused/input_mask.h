#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace gbho::inline internal {

/// Which input columns are non-zero in which example. Images have many columns that are zero throughout a
/// batch: their weights see no data gradient, and leaving them out of the products is exact.
class InputMask {
 public:
  InputMask() = default;
  /// x is float32 [N, …], contiguous, on the CPU. NaN counts as non-zero.
  explicit InputMask(const torch::Tensor& x);

  /// Sets the bits of the columns that are non-zero in any of these rows.
  void add(const int64_t* rows, int64_t count, std::vector<uint64_t>& bits) const;

 private:
  int64_t columns_ = 0;
  int64_t words_ = 0;
  std::vector<uint64_t> bits_;
};

/// The columns whose bit is set, ascending, and the others.
void split_columns(const std::vector<uint64_t>& bits, int64_t columns, std::vector<int32_t>& active,
                   std::vector<int32_t>& inactive);

/// Neighbouring columns: first, …, first + count − 1.
struct ColumnRun {
  int32_t first = 0;
  int32_t count = 0;
};

/// Ascending columns as runs: an image row is one run or a few, and runs are copied faster than single
/// columns.
void find_runs(const std::vector<int32_t>& columns, std::vector<ColumnRun>& runs);

}  // namespace gbho::inline internal
