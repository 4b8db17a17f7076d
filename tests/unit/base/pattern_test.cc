#include "base/pattern.h"

#include <gtest/gtest.h>

namespace gbho {
namespace {

TEST(Pattern, StarsAndQuestionMarks) {
  EXPECT_TRUE(is_pattern("a*"));
  EXPECT_TRUE(is_pattern("?"));
  EXPECT_FALSE(is_pattern("a[1]"));
  for (const char* pattern : {"my-study-2", "*", "my-*", "*2", "m*s*y-?", "my-study-?", "**-2*"}) {
    EXPECT_TRUE(matches("my-study-2", pattern)) << pattern;
  }
  for (const char* pattern : {"", "my", "?", "my-study-", "my-study-??", "*3", "m*x*2", "my-study-2?"}) {
    EXPECT_FALSE(matches("my-study-2", pattern)) << pattern;
  }
  EXPECT_TRUE(matches("", "*"));
  EXPECT_FALSE(matches("", "?"));
}

}  // namespace
}  // namespace gbho
