#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

#include "nn/fused/aligned_buffer.h"
#include "nn/fused/kernels.h"

namespace gbho::inline internal {

/// Where the columns of a layer's members lie: `count` of them from m·stride on, `total` in all.
struct MemberColumns {
  int64_t members = 0;
  int64_t count = 0;
  int64_t stride = 0;
  int64_t total = 0;
};

/// The penalty's coefficients for each column, as the kernels read them: one row of them for all inputs, or
/// one for each run of inputs that have the same.
class PenaltyTable {
 public:
  PenaltyTable() = default;
  explicit PenaltyTable(const MemberColumns& columns);

  /// Strengths [C, 1 or columns of a member, 1 or inputs]; undefined: none.
  void set(const torch::Tensor& l2, const torch::Tensor& l1);
  /// Points `args` to the coefficients from this column on.
  void give(UpdateArgs& args, int64_t first_column) const;

 private:
  MemberColumns columns_;
  bool has_l1_ = false;
  AlignedBuffer l2_;
  AlignedBuffer l1_;
  std::vector<int64_t> row_;  ///< of each input; empty: one row for all
};

}  // namespace gbho::inline internal
