// Models that an earlier version wrote (tests/data/model): they open, and say what they said then.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "gbho/predictor/predictor.h"

namespace gbho {
namespace {

const std::string kModels = GBHO_SOURCE_DIR "/tests/data/model/";

TEST(KeptModels, SayWhatTheySaid) {
  for (const std::string name : {"classes", "regression"}) {
    const Predictor predictor(kModels + name + ".gbho");
    const Predictions now = predictor.predict(Table::read(kModels + name + ".csv"));
    const Table then = Table::read(kModels + name + ".predictions.csv");
    ASSERT_EQ(now.rows(), then.rows());
    for (int64_t row = 0; row < now.rows(); ++row) {
      if (now.task == Task::kRegression) {
        const double said = then.number(row, 0);
        EXPECT_NEAR(now.values[static_cast<size_t>(row)], said, 1e-6 * std::abs(said));
        continue;
      }
      EXPECT_EQ(now.text(row), then.text(row, 0));
      for (int64_t c = 0; c < 3; ++c) {
        EXPECT_NEAR(now.probabilities[static_cast<size_t>(3 * row + c)], then.number(row, c + 1), 1e-6);
      }
    }
  }
}

}  // namespace
}  // namespace gbho
