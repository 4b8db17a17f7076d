#include "base/own_gpu.h"

#include <gtest/gtest.h>

namespace gbho {
namespace {

TEST(OwnGpu, RanksOfANodeShareItsGpusOut) {
  EXPECT_EQ(gpu_of_rank(nullptr, 4, 0), "0");
  EXPECT_EQ(gpu_of_rank(nullptr, 4, 3), "3");
  EXPECT_EQ(gpu_of_rank(nullptr, 4, 4), "0");  // one rank more, which runs the method
  EXPECT_EQ(gpu_of_rank("2,5", 8, 1), "5");
  EXPECT_EQ(gpu_of_rank("GPU-a1,GPU-b2", 8, 2), "GPU-a1");
}

TEST(OwnGpu, WhatTheLauncherHasChosenStays) {
  EXPECT_EQ(gpu_of_rank("3", 8, 1), std::nullopt);
  EXPECT_EQ(gpu_of_rank("", 8, 1), std::nullopt);  // none at all
  EXPECT_EQ(gpu_of_rank(nullptr, 1, 1), std::nullopt);
  EXPECT_EQ(gpu_of_rank(nullptr, 0, 1), std::nullopt);
}

}  // namespace
}  // namespace gbho
