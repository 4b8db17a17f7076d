#include "record/block_name.h"

#include <gtest/gtest.h>

namespace gbho {
namespace {

TEST(BlockName, IsWhatNeighboursHaveInCommon) {
  EXPECT_EQ(block_name("weight.17"), "weight");
  EXPECT_EQ(block_name("weight[1000000]"), "weight");
  for (const char* name : {"l2", "weight.", "weight.x", "weight[]", "weight[x]", "[7]"})
    EXPECT_EQ(block_name(name), name);
}

TEST(BlockName, TellsHowManyThereAre) {
  EXPECT_EQ(block_count("weight[1000000]"), 1000000);
  EXPECT_EQ(block_count("weight.17"), 1);
  EXPECT_EQ(block_count("l2"), 1);
  EXPECT_EQ(hyperparameter_count({{"weight[60000]", "example_weight"}, {"l2", "l2"}}), 60001);
}

}  // namespace
}  // namespace gbho
