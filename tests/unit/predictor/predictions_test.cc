#include <gtest/gtest.h>

#include "gbho/predictor/predictor.h"

namespace gbho {
namespace {

TEST(Predictions, CsvOfClasses) {
  Predictions predictions;
  predictions.classes = {"no", "yes, \"indeed\""};
  predictions.probabilities = {0.75, 0.25, 0.125, 0.875, 0.5, 0.5};
  EXPECT_EQ(predictions.rows(), 3);
  EXPECT_EQ(predictions.csv(),
            "prediction,p:no,\"p:yes, \"\"indeed\"\"\"\n"
            "no,0.75,0.25\n"
            "\"yes, \"\"indeed\"\"\",0.125,0.875\n"
            "no,0.5,0.5\n");
}

TEST(Predictions, CsvOfValues) {
  Predictions predictions;
  predictions.task = Task::kRegression;
  predictions.values = {1.5, -2e20, 1600000000.25};
  EXPECT_EQ(predictions.csv(), "prediction\n1.5\n-2e+20\n1600000000.25\n");
}

}  // namespace
}  // namespace gbho
