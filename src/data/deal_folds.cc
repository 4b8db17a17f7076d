#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "gbho/base/error.h"
#include "gbho/base/random.h"
#include "gbho/data/folds.h"

namespace gbho {
namespace {

constexpr int64_t kUsualFolds = 5;

}  // namespace

int64_t fold_count(int64_t asked, int64_t rows) {
  if (asked > 0) return asked;
  return rows < kMostRowsForFolds ? kUsualFolds : 1;
}

std::vector<std::vector<int64_t>> deal_folds(const std::vector<int64_t>& labels, int64_t folds,
                                             uint64_t seed) {
  const auto rows = static_cast<int64_t>(labels.size());
  const int64_t shares = folds > 1 ? folds : kUsualFolds;
  if (rows < 2 * shares) {
    throw DataError(fmt::format("data.folds = {}: {} rows are too few; give at least {} rows, or fewer folds",
                                folds, rows, 2 * shares));
  }
  std::map<int64_t, std::vector<int64_t>> by_label;
  for (const int64_t row : Stream(seed, "data.folds").permutation(rows)) {
    by_label[labels[static_cast<size_t>(row)]].push_back(row);
  }
  // One after another, label by label, to the folds in turn: equal shares of every label, and of all.
  std::vector<std::vector<int64_t>> dealt(static_cast<size_t>(shares));
  size_t next = 0;
  for (const auto& [label, own] : by_label) {
    for (const int64_t row : own) dealt[next++ % dealt.size()].push_back(row);
  }
  if (folds == 1) dealt.resize(1);
  for (std::vector<int64_t>& fold : dealt) std::sort(fold.begin(), fold.end());
  return dealt;
}

}  // namespace gbho
