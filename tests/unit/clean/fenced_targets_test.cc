#include "clean/fenced_targets.h"

#include <gtest/gtest.h>

#include <string>

#include "unit/table/tables.h"

namespace gbho {
namespace {

TEST(FencedTargets, OnlyTheAbsurdIsMoved) {
  std::vector<double> targets;
  targets.reserve(103);
  for (int i = 0; i < 100; ++i) targets.push_back(i);
  targets.push_back(900);
  EXPECT_EQ(fenced(targets), targets);
  targets.push_back(1e30);
  targets.push_back(-1e30);
  const std::vector<double> within = fenced(targets);
  EXPECT_LT(within[101], 1200);
  EXPECT_GT(within[101], 900);
  EXPECT_GT(within[102], -1200);
  EXPECT_EQ(within[50], 50);
}

TEST(FencedTargets, ValuesThatHardlyDifferHaveAFenceToo) {
  std::vector<double> targets(80, 0.0);
  for (int i = 0; i < 20; ++i) targets.push_back(i);
  targets.push_back(1e9);
  EXPECT_LT(fenced(targets).back(), 1000);
  EXPECT_EQ(fenced({3, 3, 3, 3}), (std::vector<double>{3, 3, 3, 3}));
}

TEST(FencedTargets, TheTableKeepsItsOtherCells) {
  std::string text = "a;b\n";
  std::vector<double> targets;
  for (int i = 0; i < 20; ++i) {
    targets.push_back(i == 7 ? 1e20 : i + 0.5);
    text += std::to_string(i) + ",25;" + (i == 7 ? "1e20" : std::to_string(i) + ",5") + "\n";
  }
  const Table table = Table::parse(text, "t.csv");
  const Table learned = with_fenced_targets(table, "b", targets);
  ASSERT_EQ(learned.rows(), 20);
  EXPECT_LT(learned.number(7, 1), 1000);
  EXPECT_EQ(learned.number(3, 1), 3.5);
  EXPECT_EQ(learned.number(3, 0), 3.25);  // written with a decimal comma
  targets[7] = 7.5;
  EXPECT_EQ(with_fenced_targets(table, "b", targets).checksum(), table.checksum());
}

}  // namespace
}  // namespace gbho
