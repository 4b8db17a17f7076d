#include "report/text/text_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gbho {
namespace {

using Align = TextTable::Align;

TEST(TextTable, LinesUpColumns) {
  TextTable table({Align::kLeft, Align::kRight});
  table.add_row({"name", "λ"});
  table.add_row({"l2", "-5.25"});
  EXPECT_EQ(table.str({}, 0), "name      λ\nl2    -5.25\n");
}

TEST(TextTable, WrapsTheLastColumn) {
  TextTable table({Align::kLeft, Align::kLeft});
  table.add_row({"key", "a long sentence that does not fit on one line"});
  EXPECT_EQ(table.str({}, 0, 30), "key  a long sentence that does\n     not fit on one line\n");
}

TEST(TextTable, CountsCharactersAndNotBytes) {
  EXPECT_EQ(text_width("λ*"), 2U);
  EXPECT_EQ(text_width("‖β‖²"), 4U);
}

TEST(Wrap, KeepsLongWordsWhole) {
  EXPECT_THAT(wrap("a verylongword b", 5), testing::ElementsAre("a", "verylongword", "b"));
}

}  // namespace
}  // namespace gbho
