#include "nn/fused/penalty_table.h"

#include <algorithm>

namespace gbho::inline internal {
namespace {

// The strengths of one kind, by member, column of the member, and input.
class Strengths {
 public:
  explicit Strengths(const torch::Tensor& values) {
    if (!values.defined()) return;
    // All members have the same where the tensor says so: it is not written out for each.
    const bool shared = values.size(0) > 1 && values.stride(0) == 0;
    values_ = (shared ? values.narrow(0, 0, 1) : values).to(torch::kCPU, torch::kFloat32).contiguous();
    data_ = values_.data_ptr<float>();
    members_ = values_.size(0);
    columns_ = values_.size(1);
    inputs_ = values_.size(2);
  }

  int64_t inputs() const { return inputs_; }

  bool same(int64_t input, int64_t other) const {
    if (inputs_ == 1) return true;
    for (int64_t line = 0; line < members_ * columns_; ++line) {
      if (data_[line * inputs_ + input] != data_[line * inputs_ + other]) return false;
    }
    return true;
  }

  // factor · strength at this input into the columns of every member.
  void spread(int64_t input, float factor, const MemberColumns& to, float* target) const {
    if (data_ == nullptr) return;
    for (int64_t m = 0; m < to.members; ++m) {
      const int64_t own = members_ > 1 ? m : 0;
      for (int64_t c = 0; c < to.count; ++c) {
        const int64_t line = own * columns_ + (columns_ > 1 ? c : 0);
        target[m * to.stride + c] = factor * data_[line * inputs_ + (inputs_ > 1 ? input : 0)];
      }
    }
  }

 private:
  torch::Tensor values_;
  const float* data_ = nullptr;
  int64_t members_ = 0;
  int64_t columns_ = 0;
  int64_t inputs_ = 1;
};

}  // namespace

PenaltyTable::PenaltyTable(const MemberColumns& columns) : columns_(columns), l2_(columns.total) {}

void PenaltyTable::set(const torch::Tensor& l2, const torch::Tensor& l1) {
  const Strengths squares(l2);
  const Strengths absolutes(l1);
  has_l1_ = l1.defined();
  row_.clear();
  // The first input of each run.
  std::vector<int64_t> firsts = {0};
  const int64_t inputs = std::max(squares.inputs(), absolutes.inputs());
  if (inputs > 1) {
    row_.push_back(0);
    for (int64_t i = 1; i < inputs; ++i) {
      if (!squares.same(i, firsts.back()) || !absolutes.same(i, firsts.back())) firsts.push_back(i);
      row_.push_back((static_cast<int64_t>(firsts.size()) - 1) * columns_.total);
    }
  }
  const auto rows = static_cast<int64_t>(firsts.size());
  l2_ = AlignedBuffer(rows * columns_.total);
  l1_ = has_l1_ ? AlignedBuffer(rows * columns_.total) : AlignedBuffer();
  for (int64_t r = 0; r < rows; ++r) {
    const int64_t first = firsts[static_cast<size_t>(r)];
    squares.spread(first, 2.0F, columns_, l2_.data() + r * columns_.total);
    if (has_l1_) absolutes.spread(first, 1.0F, columns_, l1_.data() + r * columns_.total);
  }
}

void PenaltyTable::give(UpdateArgs& args, int64_t first_column) const {
  args.l2 = l2_.data() + first_column;
  args.l1 = has_l1_ ? l1_.data() + first_column : nullptr;
  args.penalty_row = row_.empty() ? nullptr : row_.data();
}

}  // namespace gbho::inline internal
