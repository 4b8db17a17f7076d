#include "nn/fused/penalty_table.h"

#include "nn/fused/columns.h"

namespace gbho {
namespace {

// The strengths of one kind, by member and input.
class Strengths {
 public:
  Strengths(const std::vector<float>& values, int64_t members, int64_t in)
      : values_(values),
        members_(values.empty() ? 0 : members),
        stride_(static_cast<int64_t>(values.size()) == members ? 1 : in) {}

  bool by_input() const { return stride_ > 1; }

  std::vector<float> at(int64_t input) const {
    std::vector<float> result;
    for (int64_t m = 0; m < members_; ++m) {
      result.push_back(values_[static_cast<size_t>(m * stride_ + (by_input() ? input : 0))]);
    }
    return result;
  }

 private:
  const std::vector<float>& values_;
  int64_t members_;
  int64_t stride_;
};

}  // namespace

PenaltyTable::PenaltyTable(const MemberColumns& columns)
    : columns_(columns), l2_(columns.total), l1_(columns.total) {}

void PenaltyTable::set(const std::vector<float>& l2, const std::vector<float>& l1, int64_t in) {
  const Strengths squares(l2, columns_.members, in);
  const Strengths absolutes(l1, columns_.members, in);
  has_l1_ = !l1.empty();
  row_.clear();
  // The first input of each run.
  std::vector<int64_t> firsts = {0};
  if (squares.by_input() || absolutes.by_input()) {
    row_.push_back(0);
    for (int64_t i = 1; i < in; ++i) {
      const bool same =
          squares.at(i) == squares.at(firsts.back()) && absolutes.at(i) == absolutes.at(firsts.back());
      if (!same) firsts.push_back(i);
      row_.push_back((static_cast<int64_t>(firsts.size()) - 1) * columns_.total);
    }
  }
  const auto rows = static_cast<int64_t>(firsts.size());
  l2_ = AlignedBuffer(rows * columns_.total);
  l1_ = AlignedBuffer(rows * columns_.total);
  for (int64_t r = 0; r < rows; ++r) {
    const int64_t first = firsts[static_cast<size_t>(r)];
    const int64_t at = r * columns_.total;
    spread_over_columns(squares.at(first), 2.0F, columns_.count, columns_.stride, l2_.data() + at);
    spread_over_columns(absolutes.at(first), 1.0F, columns_.count, columns_.stride, l1_.data() + at);
  }
}

void PenaltyTable::give(UpdateArgs& args, int64_t first_column) const {
  args.l2 = l2_.data() + first_column;
  args.l1 = has_l1_ ? l1_.data() + first_column : nullptr;
  args.penalty_row = row_.empty() ? nullptr : row_.data();
}

}  // namespace gbho
