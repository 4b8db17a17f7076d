#include "report/text/display_width.h"

#include <gtest/gtest.h>

namespace gbho {
namespace {

TEST(TextWidth, CountsColumns) {
  EXPECT_EQ(text_width("λ*"), 2U);
  EXPECT_EQ(text_width("φ\u0302"), 1U) << "a combining mark stands on the character before it";
  EXPECT_EQ(text_width("数字"), 4U);
  EXPECT_EQ(text_width("😀"), 2U);
  EXPECT_EQ(text_width("\033[1mbold\033[0m"), 4U);
  EXPECT_EQ(text_width("\xFF\xC3"), 2U) << "bytes that are not UTF-8";
}

TEST(Cut, KeepsWholeCharactersAndEndsColours) {
  EXPECT_EQ(cut("λλλλ", 2), "λλ");
  EXPECT_EQ(cut("数字", 3), "数");
  EXPECT_EQ(cut("aφ\u0302b", 2), "aφ\u0302");
  EXPECT_EQ(cut("\033[32mabc\033[0mdef", 2), "\033[32mab\033[0m");
  EXPECT_EQ(cut("abc", 0), "");
  EXPECT_EQ(cut("abc", 3), "abc");
}

TEST(Shortened, SaysThatSomethingIsMissing) {
  EXPECT_EQ(shortened("mnist-1k-1hp", 12), "mnist-1k-1hp");
  EXPECT_EQ(shortened("mnist-1k-1hp", 6), "mnist…");
  EXPECT_EQ(shortened("数字", 3), "数…");
  EXPECT_EQ(shortened("abc", 0), "");
}

}  // namespace
}  // namespace gbho
