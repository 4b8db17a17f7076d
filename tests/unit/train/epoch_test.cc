#include "train/epoch.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "train/batches.h"

namespace gbho {
namespace {

TEST(Epoch, WarmUpRisesLinearlyAndEnds) {
  LowerOptions options;
  options.epochs = 40;
  options.warm_up = 0.1;
  double sum = 0;
  for (int64_t epoch = 0; epoch < 4; ++epoch) {
    EXPECT_NEAR(schedule_factor(options, epoch), (static_cast<double>(epoch) + 0.5) / 4, 1e-12);
    sum += schedule_factor(options, epoch);
  }
  EXPECT_NEAR(sum, 2, 1e-12);
  for (int64_t epoch = 4; epoch < 40; ++epoch) EXPECT_EQ(schedule_factor(options, epoch), 1);
  options.warm_up = 0.5 / 40;  // half an epoch
  EXPECT_NEAR(schedule_factor(options, 0), 0.75, 1e-12);
  EXPECT_EQ(schedule_factor(options, 1), 1);
}

TEST(Epoch, WarmUpMultipliesTheSchedule) {
  LowerOptions options;
  options.schedule = "cosine";
  LowerOptions warm = options;
  warm.warm_up = 0.2;
  for (int64_t epoch = 0; epoch < options.epochs; ++epoch) {
    const double expected = std::min(1.0, (static_cast<double>(epoch) + 0.5) / 10);
    EXPECT_NEAR(schedule_factor(warm, epoch), expected * schedule_factor(options, epoch), 1e-12);
  }
}

TEST(Epoch, BatchesCoverTheRowsOnce) {
  for (const char* kind : {"plain", "even"}) {
    for (const int64_t rows : {1, 63, 64, 65, 150, 1000}) {
      for (const int64_t batch : {0, 1, 7, 64, 2000}) {
        LowerOptions options;
        options.batch = batch;
        options.batches = kind;
        const Batches batches(options, rows);
        int64_t next = 0;
        int64_t least = rows;
        int64_t most = 0;
        for (int64_t step = 0; step < batches.steps(); ++step) {
          EXPECT_EQ(batches.first(step), next);
          next += batches.size(step);
          least = std::min(least, batches.size(step));
          most = std::max(most, batches.size(step));
        }
        EXPECT_EQ(next, rows);
        EXPECT_EQ(batches.steps(), batch == 0 ? 1 : (rows + batch - 1) / batch);
        EXPECT_LE(most, batch == 0 ? rows : batch);
        EXPECT_TRUE(!batches.even || most - least <= 1);
      }
    }
  }
}

}  // namespace
}  // namespace gbho
