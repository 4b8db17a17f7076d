#include "report/text/hyperparameter_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "gbho/record/summary.h"
#include "report/text/blocks_text.h"

namespace gbho {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(HyperparameterBlocks, JoinsNumberedNeighbours) {
  const auto blocks = hyperparameter_blocks(
      {{"l2", "l2", -9, 0}, {"w.0", "l2", -5, 5}, {"w.1", "l2", -6, 5}, {"w.2", "l2", -5, 7}, {"v.0"}},
      {-3, 2, -4, 1, 0});
  ASSERT_EQ(blocks.size(), 3U);
  EXPECT_EQ(blocks[0].name, "l2");
  EXPECT_EQ(blocks[0].count, 1);
  EXPECT_EQ(blocks[0].median, -3);
  EXPECT_EQ(blocks[1].name, "w");
  EXPECT_EQ(blocks[1].count, 3);
  EXPECT_EQ(blocks[1].least, -4);
  EXPECT_EQ(blocks[1].median, 1);
  EXPECT_EQ(blocks[1].greatest, 2);
  EXPECT_EQ(blocks[1].low, -6);
  EXPECT_EQ(blocks[1].high, 7);
  EXPECT_EQ(blocks[2].name, "v");
}

TEST(HyperparameterBlocks, NamesWithoutNumbersStandAlone) {
  const auto blocks = hyperparameter_blocks({{"net.bias"}, {"net.weight"}, {"net."}, {"net"}}, {1, 2, 3, 4});
  ASSERT_EQ(blocks.size(), 4U);
  EXPECT_EQ(blocks[1].name, "net.weight");
  EXPECT_EQ(blocks[2].name, "net.");
}

TEST(HyperparameterBlocks, WithoutLambdaThereIsTheSpaceAlone) {
  const auto blocks = hyperparameter_blocks({{"w.0", "l2", -5, 5}, {"w.1", "l2", -5, 5}}, {});
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(blocks[0].count, 2);
  EXPECT_TRUE(std::isnan(blocks[0].least) && std::isnan(blocks[0].median) && std::isnan(blocks[0].greatest));
  EXPECT_TRUE(hyperparameter_blocks({}, {}).empty());
  EXPECT_TRUE(std::isnan(hyperparameter_blocks({{"w.0"}}, {kNone})[0].median));
}

TEST(BlocksText, HasALineABlock) {
  const std::string text = blocks_text({{"l2", "l2", -9, 0}, {"w.0", "l2", -5, 5}, {"w.1", "l2", -5, 5}},
                                       {-3, 1, 2}, "λ*", {}, 80);
  EXPECT_THAT(text, HasSubstr("least λ*"));
  EXPECT_THAT(text, HasSubstr("[-9, 0]"));
  EXPECT_THAT(text, HasSubstr("2.0000"));
  EXPECT_THAT(text, Not(HasSubstr("w.1")));
}

TEST(BlocksText, LeavesOutWhatIsTooMuch) {
  std::vector<Dimension> space;
  space.reserve(3000);
  for (int k = 0; k < 3000; ++k) space.push_back({"l2_" + std::to_string(k), "l2", -9, 0});
  const std::string text = blocks_text(space, {}, "λ*", {}, 60);
  EXPECT_THAT(text, HasSubstr("… and 2,980 more\n"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 22);
  EXPECT_THAT(text, Not(HasSubstr("nan")));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(text_width(line), 60U) << line;
}

}  // namespace
}  // namespace gbho
