#include "gbho/base/option.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gbho/base/error.h"

namespace gbho {
namespace {

TEST(Option, ReadsAndWritesItsTarget) {
  int64_t epochs = 50;
  const Option option{"epochs", &epochs, "passes"};
  EXPECT_EQ(std::get<int64_t>(option_value(option)), 50);
  set_option(option, int64_t{7});
  EXPECT_EQ(epochs, 7);
}

TEST(Option, RefusesAnotherType) {
  double rate = 0.1;
  const Option option{"rate", &rate, ""};
  EXPECT_THROW(set_option(option, std::string("fast")), ConfigError);
  EXPECT_EQ(rate, 0.1);
}

TEST(Option, TextIsWhatAStudyFileWouldSay) {
  EXPECT_EQ(to_text(OptionValue(true)), "true");
  EXPECT_EQ(to_text(OptionValue(0.1)), "0.1");
  EXPECT_EQ(to_text(OptionValue(std::string("sgd"))), "\"sgd\"");
  EXPECT_EQ(to_text(OptionValue(std::vector<double>{0.1, 0.3})), "[0.1, 0.3]");
  EXPECT_EQ(to_text(OptionValue(std::optional<int64_t>())), "(none)");
}

TEST(Option, MarkdownTableHasALineEach) {
  bool flag = true;
  const std::string table = markdown_table({{"flag", &flag, "a flag"}});
  EXPECT_EQ(table,
            "| key | type | default | meaning |\n|---|---|---|---|\n| `flag` | true or false | `true` | a "
            "flag |\n");
}

TEST(Option, MarkdownTableEscapesBars) {
  bool flag = true;
  EXPECT_THAT(markdown_table({{"flag", &flag, "|a| ≤ b"}}), testing::HasSubstr("| \\|a\\| ≤ b |\n"));
}

}  // namespace
}  // namespace gbho
