#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gbho/base/error.h"
#include "gbho/data/folds.h"

namespace gbho {
namespace {

TEST(DealFolds, EveryRowIsJudgedOnce) {
  std::vector<int64_t> labels(103);
  for (size_t i = 0; i < labels.size(); ++i) labels[i] = i % 10 == 0 ? 1 : 0;
  const auto folds = deal_folds(labels, 5, 7);
  ASSERT_EQ(folds.size(), 5U);
  std::set<int64_t> seen;
  for (const auto& fold : folds) {
    EXPECT_GE(fold.size(), 20U);
    EXPECT_LE(fold.size(), 21U);
    EXPECT_TRUE(std::is_sorted(fold.begin(), fold.end()));
    const auto rare = std::count_if(fold.begin(), fold.end(),
                                    [&](int64_t row) { return labels[static_cast<size_t>(row)] == 1; });
    EXPECT_GE(rare, 2);  // 11 of them
    EXPECT_LE(rare, 3);
    seen.insert(fold.begin(), fold.end());
  }
  EXPECT_EQ(seen.size(), labels.size());
  EXPECT_EQ(deal_folds(labels, 5, 7), folds);
  EXPECT_NE(deal_folds(labels, 5, 8), folds);
}

TEST(DealFolds, OneFoldHoldsAFifthOut) {
  const auto folds = deal_folds(std::vector<int64_t>(100, -1), 1, 0);
  ASSERT_EQ(folds.size(), 1U);
  EXPECT_EQ(folds[0].size(), 20U);
}

TEST(DealFolds, TooFewRowsAreAnError) {
  EXPECT_THROW(deal_folds({0, 1, 0, 1, 0}, 5, 0), DataError);
  EXPECT_EQ(fold_count(-1, 4999), 5);
  EXPECT_EQ(fold_count(-1, 5000), 1);
  EXPECT_EQ(fold_count(3, 5000), 3);
}

}  // namespace
}  // namespace gbho
