#include "record/trace_points.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gbho/record/summary_json.h"
#include "support/summary_of_a_long_run.h"

namespace gbho {
namespace {

TEST(TracePoints, TheBestHasTheLowestSelectionLoss) {
  std::vector<TracePoint> trace = summary_of_a_long_run().trace;
  EXPECT_EQ(best_trace_point(trace)->round, 30);
  for (TracePoint& point : trace) point.selection_loss = kNone;
  EXPECT_EQ(best_trace_point(trace)->round, 100) << "validation loss falls to the end";
  for (TracePoint& point : trace) point.validation_loss = kNone;
  EXPECT_EQ(best_trace_point(trace), nullptr);
  EXPECT_EQ(best_trace_point({}), nullptr);
}

TEST(TracePoints, ASummaryKeepsTheScoresOfModelsHoweverOftenItIsRead) {
  const Summary summary = summary_of_a_long_run();
  const std::string text = summary_json(summary);
  const Summary read = summary_from_json(text);
  EXPECT_EQ(summary_json(read), text);
  EXPECT_EQ(summary_json(summary_from_json(summary_json(read))), text);
  EXPECT_TRUE(has_models(read.trace[5]));
  EXPECT_FALSE(has_models(read.trace[6]));
  EXPECT_EQ(read.trace[5].refit.test_loss, summary.trace[5].refit.test_loss);
  EXPECT_EQ(read.cleaning->f1, 0.918);
}

}  // namespace
}  // namespace gbho
