#include "predictor/blocks.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

namespace gbho::inline internal {
namespace {

TEST(Blocks, EveryBlockIsDoneOnce) {
  for (const int threads : {1, 2, 5, 40}) {
    std::vector<std::atomic<int>> done(33);
    for_each_block(33, threads, [&](int thread, int64_t block) {
      EXPECT_LT(thread, threads);
      ++done[static_cast<size_t>(block)];
    });
    for (const std::atomic<int>& count : done) EXPECT_EQ(count, 1);
  }
}

TEST(Blocks, NothingToDo) {
  for_each_block(0, 4, [](int /*thread*/, int64_t /*block*/) { FAIL(); });
}

// Whatever thread comes first: the message is that of the first bad row.
TEST(Blocks, TheFirstFailureIsTold) {
  for (int round = 0; round < 50; ++round) {
    try {
      for_each_block(64, 4, [](int /*thread*/, int64_t block) {
        if (block >= 20) throw std::runtime_error(std::to_string(block));
      });
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "20");
    }
  }
}

}  // namespace
}  // namespace gbho::inline internal
