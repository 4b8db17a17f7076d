#include "train/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace gbho {
namespace {

TEST(WorkerPool, RunsEveryTaskOnce) {
  WorkerPool pool(3);
  for (int round = 0; round < 50; ++round) {
    std::vector<std::atomic<int>> done(17);
    pool.run(17, [&](int64_t i) { ++done[static_cast<size_t>(i)]; });
    for (const std::atomic<int>& count : done) EXPECT_EQ(count, 1);
  }
}

TEST(WorkerPool, RethrowsAndGoesOn) {
  WorkerPool pool(2);
  EXPECT_THROW(pool.run(5,
                        [](int64_t i) {
                          if (i == 3) throw std::runtime_error("three");
                        }),
               std::runtime_error);
  std::atomic<int> done = 0;
  pool.run(5, [&](int64_t) { ++done; });
  EXPECT_EQ(done, 5);
}

}  // namespace
}  // namespace gbho
