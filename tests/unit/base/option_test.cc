#include "gbho/base/option.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

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
            "| key | values | default | meaning |\n|---|---|---|---|\n| `flag` | true or false | `true` | a "
            "flag |\n");
}

TEST(Option, MarkdownTableEscapesBars) {
  bool flag = true;
  EXPECT_THAT(markdown_table({{"flag", &flag, "|a| ≤ b"}}), testing::HasSubstr("| \\|a\\| ≤ b |\n"));
}

std::string complaint(const Option& option) {
  try {
    check_options("lower", {option});
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(Option, KnowsItsRange) {
  int64_t epochs = 0;
  EXPECT_EQ(complaint({"epochs", &epochs, "", at_least(1)}), "lower.epochs = 0: must be at least 1");
  epochs = 1;
  EXPECT_EQ(complaint({"epochs", &epochs, "", at_least(1)}), "");
  double rate = 0;
  EXPECT_EQ(complaint({"rate", &rate, "", above(0)}), "lower.rate = 0: must be positive");
  EXPECT_EQ(complaint({"rate", &rate, "", above(0).at_most(1)}),
            "lower.rate = 0: must be above 0 and at most 1");
  EXPECT_EQ(complaint({"rate", &rate, "", at_least(0).below(1)}), "");
  rate = 1;
  EXPECT_EQ(complaint({"rate", &rate, "", at_least(0).below(1)}),
            "lower.rate = 1: must be at least 0 and below 1");
  rate = 2;
  EXPECT_EQ(complaint({"rate", &rate, "", between(0, 1)}), "lower.rate = 2: must be between 0 and 1");
}

TEST(Option, NumbersAreFinite) {
  for (double rate : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    EXPECT_THAT(complaint({"rate", &rate, ""}), testing::HasSubstr("must be finite"));
    EXPECT_THAT(complaint({"rate", &rate, "", at_least(0)}), testing::HasSubstr("must be at least 0"));
  }
}

TEST(Option, KnowsItsChoices) {
  std::string optimizer = "sdg";
  const Option option{"optimizer", &optimizer, "", one_of({"sgd", "adam"})};
  EXPECT_THAT(complaint(option), testing::AllOf(testing::HasSubstr("lower.optimizer = \"sdg\""),
                                                testing::HasSubstr("sgd, adam")));
  optimizer = "adam";
  EXPECT_EQ(complaint(option), "");
}

TEST(Option, EveryEntryOfAListIsChecked) {
  std::vector<double> rates = {0.1, -1};
  EXPECT_EQ(complaint({"rate", &rates, "", above(0)}), "lower.rate = [0.1, -1]: each must be positive");
  std::optional<int64_t> size;
  EXPECT_EQ(complaint({"size", &size, "", at_least(1)}), "");
  size = 0;
  EXPECT_EQ(complaint({"size", &size, "", at_least(1)}), "lower.size = 0: must be at least 1");
}

TEST(Option, SaysWhatIsLegal) {
  int64_t epochs = 1;
  double rate = 1;
  std::string word = "a";
  EXPECT_EQ(legal_values({"epochs", &epochs, "", at_least(1)}), "integer ≥ 1");
  EXPECT_EQ(legal_values({"rate", &rate, "", above(0).at_most(1)}), "number > 0, ≤ 1");
  EXPECT_EQ(legal_values({"rate", &rate, ""}), "number");
  EXPECT_EQ(legal_values({"word", &word, "", one_of({"a", "b", "c"})}), "a, b or c");
  EXPECT_EQ(legal_values({"word", &word, ""}), "string");
}

}  // namespace
}  // namespace gbho
