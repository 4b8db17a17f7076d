#include <gtest/gtest.h>

#include "gbho/clean/clean.h"
#include "unit/table/tables.h"

namespace gbho {
namespace {

CleanSummary second_row_is_wrong() {
  CleanSummary summary;
  summary.target = "y";
  summary.verdicts = {{2, "b", "a", 0.9, true, false, 1}, {1, "a", "a", 0.1, false, false, 0}};
  return summary;
}

TEST(CleanedCsv, DropsFlaggedRowsAndKeepsCellsAsTheyWere) {
  const Table table = testing::table_of("x,y\n\"1, or so\",a\n2.50,b\n\"say \"\"c\"\"\",a\n");
  EXPECT_EQ(cleaned_csv(table, second_row_is_wrong(), CleanAction::kDrop),
            "x,y\n\"1, or so\",a\n\"say \"\"c\"\"\",a\n");
}

TEST(CleanedCsv, GivesFlaggedRowsTheSuggestedLabel) {
  const Table table = testing::table_of("x,y\n1,a\n2.50,b\n,a\n");
  EXPECT_EQ(cleaned_csv(table, second_row_is_wrong(), CleanAction::kRelabel), "x,y\n1,a\n2.50,a\n,a\n");
}

TEST(CleanedCsv, LeavesAColumnOut) {
  const Table table = testing::table_of("x,ok,y\n1,yes,a\n2.50,no,b\n,,a\n");
  EXPECT_EQ(cleaned_csv(table, second_row_is_wrong(), CleanAction::kDrop, "ok"), "x,y\n1,a\n,a\n");
}

// A comma between numbers with decimal commas would make two cells of each.
TEST(CleanedCsv, KeepsSemicolonsWhereNumbersHaveDecimalCommas) {
  const Table table = testing::table_of("x;y\n1,5;a\n2,5;b\n3,5;a\n");
  EXPECT_EQ(cleaned_csv(table, second_row_is_wrong(), CleanAction::kDrop), "x;y\n1,5;a\n3,5;a\n");
}

}  // namespace
}  // namespace gbho
