#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "gbho/base/error.h"
#include "support/folded_problem.h"

namespace gbho {
namespace {

TEST(FoldSelection, HalvesWhatAFoldHoldsOut) {
  const FoldedProblem before = weighted_folds();
  FoldedProblem after = weighted_folds();
  after.keep_selection_parts(7);
  const Examples all = clouds(60, 1);
  for (size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(after.folds[k].validation.size(), 10);
    EXPECT_EQ(after.folds[k].selection.size(), 10);
    std::set<int64_t> rows(after.rows[k].begin(), after.rows[k].end());
    rows.insert(after.selection_rows[k].begin(), after.selection_rows[k].end());
    EXPECT_EQ(rows, std::set<int64_t>(before.rows[k].begin(), before.rows[k].end()));
    // The rows say which examples they are.
    for (size_t i = 0; i < 10; ++i) {
      const auto place = static_cast<int64_t>(i);
      EXPECT_TRUE(torch::equal(after.folds[k].validation.x[place], all.x[after.rows[k][i]]));
      EXPECT_TRUE(torch::equal(after.folds[k].selection.x[place], all.x[after.selection_rows[k][i]]));
    }
    // Of 7, 7 and 6 examples each half has three or four.
    for (int64_t label = 0; label < 3; ++label) {
      const auto count = after.folds[k].selection.y.eq(label).sum().item<int64_t>();
      EXPECT_GE(count, 3);
      EXPECT_LE(count, 4);
    }
    EXPECT_TRUE(torch::equal(after.folds[k].level.train.x, before.folds[k].level.train.x));
  }
}

TEST(FoldSelection, TooFewRowsAreRefused) {
  FoldedProblem problem = weighted_folds();
  problem.folds[1].validation = clouds(3, 1);
  problem.rows[1].resize(3);
  try {
    problem.keep_selection_parts(7);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.key(), "data.folds");
    EXPECT_THAT(error.what(), ::testing::HasSubstr("fold 2 has 3 rows"));
  }
}

}  // namespace
}  // namespace gbho
