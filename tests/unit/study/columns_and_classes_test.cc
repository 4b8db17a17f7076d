// A penalty for each column, and weights of classes: used where they gain, else not there.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

#include "gbho/base/random.h"
#include "gbho/predictor/predictor.h"
#include "gbho/study/run.h"
#include "gbho/study/table_study.h"
#include "support/kept_study.h"

namespace gbho {
namespace {

const std::vector<StudyOverride> kQuickColumns = {"lower.epochs=8", "random.points=4", "model.hidden=[8]",
                                                  "bag.binned=2"};

/// Two columns, one of them a category, say all; `noise` others say nothing.
std::string rows_with_noise(int64_t count, uint64_t seed, int noise, double rare) {
  Stream stream(seed, "test.columns");
  std::string text;
  for (int k = 0; k < noise; ++k) text += "noise" + std::to_string(k) + ",";
  text += "size,color,label\n";
  for (int64_t i = 0; i < count; ++i) {
    for (int k = 0; k < noise; ++k) text += std::to_string(stream.normal()) + ",";
    const double size = stream.normal();
    const double draw = stream.uniform();
    const char* color = draw < 0.3 ? "red" : draw < 0.6 ? "blue" : "green";
    const double value = size + (draw < 0.3 ? 1 : draw < 0.6 ? -1 : 0) + 0.4 * stream.normal();
    text += std::to_string(size) + "," + color + "," + (value > rare ? "up" : "down") + "\n";
  }
  return text;
}

class ColumnsAndClasses : public ::testing::Test {
 protected:
  Result tuned(const std::string& rows, bool select, const std::string& metric = "log_loss") const {
    std::ofstream(folder_.file("rows.csv")) << rows;
    TableStudyOptions options{folder_.file("rows.csv"), "", "auto", ""};
    options.select_columns = select;
    options.metric = metric;
    Study study = table_study(options, kQuickColumns);
    study.options.runtime.threads = 1;
    PreparedStudy prepared = prepare(study);
    return run(prepared);
  }

  PredictionScores scores(const Result& result, const std::string& rows) const {
    std::ofstream(folder_.file("test.csv")) << rows;
    return Predictor(model_from_bytes(result.take_home)).score(Table::read(folder_.file("test.csv")));
  }

  TestFolder folder_;
};

TEST_F(ColumnsAndClasses, ColumnsThatMatterComeFirst) {
  const Result result = tuned(rows_with_noise(150, 1, 12, 0), true);
  ASSERT_TRUE(result.summary.column_selection.has_value());
  const ColumnSelection& selection = *result.summary.column_selection;
  ASSERT_EQ(selection.columns.size(), 14);
  const std::set<std::string> first = {selection.columns[0].name, selection.columns[1].name};
  EXPECT_EQ(first, (std::set<std::string>{"size", "color"}));
  EXPECT_GT(selection.power, 0);
  EXPECT_EQ(selection.columns[0].folds.size(), 5);
  EXPECT_LT(selection.columns[5].strength, 0.5 * selection.columns[0].strength);
  EXPECT_GE(selection.columns[5].penalty, selection.columns[0].penalty);
}

// The file's networks read columns as they are; what they say is what the run said of the same rows.
TEST_F(ColumnsAndClasses, TheModelFileHasTheScalesInIt) {
  std::ofstream(folder_.file("test.csv")) << rows_with_noise(100, 9, 12, 0);
  std::ofstream(folder_.file("rows.csv")) << rows_with_noise(150, 1, 12, 0);
  TableStudyOptions options{folder_.file("rows.csv"), "", "auto", folder_.file("test.csv")};
  options.select_columns = true;
  Study study = table_study(options, kQuickColumns);
  study.options.runtime.threads = 1;
  PreparedStudy prepared = prepare(study);
  const Result result = run(prepared);
  ASSERT_TRUE(result.summary.column_selection->used);
  const PredictionScores own =
      Predictor(model_from_bytes(result.take_home)).score(Table::read(folder_.file("test.csv")));
  EXPECT_NEAR(own.log_loss, result.summary.bag->test_loss, 1e-5);
}

// Never worse: where a shared penalty is as good the model is the one of the bare command.
TEST_F(ColumnsAndClasses, WithoutAGainThePenaltyIsShared) {
  const std::string rows = rows_with_noise(150, 3, 0, 0);
  const Result selected = tuned(rows, true);
  const Result plain = tuned(rows, false);
  ASSERT_TRUE(selected.summary.column_selection.has_value());
  const ColumnSelection& selection = *selected.summary.column_selection;
  EXPECT_EQ(selection.used, selection.gain.beyond_error());
  EXPECT_EQ(selected.take_home == plain.take_home, !selection.used);
  const std::string test = rows_with_noise(400, 4, 0, 0);
  EXPECT_LT(scores(selected, test).log_loss, 1.05 * scores(plain, test).log_loss);
}

TEST_F(ColumnsAndClasses, ARareClassIsDecidedForTheMetric) {
  const std::string rows = rows_with_noise(400, 5, 2, 2);
  const Result balanced = tuned(rows, false, "balanced_accuracy");
  ASSERT_TRUE(balanced.summary.decision.has_value());
  const DecisionRecord& decision = *balanced.summary.decision;
  EXPECT_EQ(decision.rules.size(), 4);
  EXPECT_EQ(decision.trained.size(), 3);
  EXPECT_EQ(decision.classes.size(), 2);
  EXPECT_NE(decision.chosen, "most_probable");
  const Result plain = tuned(rows, false);
  EXPECT_FALSE(plain.summary.decision.has_value());
  const std::string test = rows_with_noise(1000, 6, 2, 2);
  EXPECT_GT(scores(balanced, test).balanced_accuracy, scores(plain, test).balanced_accuracy);
  EXPECT_EQ(model_from_bytes(balanced.take_home).decision, decision.factors);
}

}  // namespace
}  // namespace gbho
