#include "report/text/fitted_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace gbho {
namespace {

using Align = TextTable::Align;

FittedTable small_table() {
  FittedTable table({{"study", Align::kLeft, 0, 6},
                     {"state", Align::kLeft, 0},
                     {"seed", Align::kRight, 2},
                     {"best", Align::kRight, 1},
                     {"note", Align::kLeft, 3}});
  table.add_row({"a-long-name", "running", "0", "0.3021", ""});
  table.add_row({"数字", "finished", "12", "-", ""});
  return table;
}

TEST(FittedTable, ShowsAllWhereThereIsRoom) {
  EXPECT_EQ(small_table().str({}, 0, 80),
            "study        state     seed    best\n"
            "a-long-name  running      0  0.3021\n"
            "数字         finished    12       -\n");
}

TEST(FittedTable, ShortensBeforeItLeavesOut) {
  EXPECT_EQ(small_table().str({}, 0, 32),
            "study     state     seed    best\n"
            "a-long-…  running      0  0.3021\n"
            "数字      finished    12       -\n");
}

TEST(FittedTable, LeavesOutWhatMattersLeast) {
  EXPECT_EQ(small_table().str({}, 0, 29),
            "study        state       best\n"
            "a-long-name  running   0.3021\n"
            "数字         finished       -\n");
}

TEST(FittedTable, NeverExceedsTheWidth) {
  for (size_t width = 1; width < 60; ++width) {
    std::istringstream lines(small_table().str({}, 2, width));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(text_width(line), width) << line;
  }
}

TEST(FittedTable, KeepsCellsOnOneLine) {
  FittedTable table({{"message", Align::kLeft}});
  table.add_row({"two\nlines"});
  EXPECT_EQ(table.str({}, 0, 80), "message\ntwo\\nlines\n");
}

}  // namespace
}  // namespace gbho
