#include "predictor/scores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/base/random.h"

namespace gbho::inline internal {
namespace {

// How often a positive row is above a negative one, by definition.
double pairwise_auc(const std::vector<double>& scores, const std::vector<int64_t>& positive) {
  double won = 0;
  double pairs = 0;
  for (size_t i = 0; i < scores.size(); ++i) {
    for (size_t j = 0; j < scores.size(); ++j) {
      if (positive[i] != 1 || positive[j] != 0) continue;
      won += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
      ++pairs;
    }
  }
  return won / pairs;
}

TEST(Scores, AreaUnderCurveWithTies) {
  Stream stream(1, "auc");
  for (int round = 0; round < 20; ++round) {
    std::vector<double> scores;
    std::vector<int64_t> positive = {0, 1};
    for (int i = 0; i < 40; ++i) {
      scores.push_back(static_cast<double>(stream.below(8)) / 8);
      if (i >= 2) positive.push_back(static_cast<int64_t>(stream.below(2)));
    }
    EXPECT_NEAR(area_under_curve(scores, positive), pairwise_auc(scores, positive), 1e-12);
  }
}

TEST(Scores, AreaUnderCurveNeedsBothClasses) {
  EXPECT_TRUE(std::isnan(area_under_curve(std::vector<double>{0.1, 0.2}, std::vector<int64_t>{1, 1})));
  EXPECT_TRUE(std::isnan(area_under_curve(std::vector<double>{0.1, 0.2}, std::vector<int64_t>{0, 0})));
}

TEST(Scores, OfClasses) {
  Predictions predictions;
  predictions.classes = {"a", "b", "c"};
  predictions.probabilities = {0.5, 0.25, 0.25, 0.1, 0.1, 0.8, 0.0, 1.0, 0.0};
  const PredictionScores scores = score_predictions(predictions, {{0, 1}, {0, 1}, {}, 1});
  EXPECT_EQ(scores.rows, 2);
  EXPECT_EQ(scores.left_out, 1);
  EXPECT_NEAR(scores.log_loss, -(std::log(0.5) + std::log(0.1)) / 2, 1e-12);
  EXPECT_EQ(scores.accuracy, 0.5);
  EXPECT_TRUE(std::isnan(scores.auc));
  EXPECT_TRUE(std::isnan(scores.rmse));
  // A class that was ruled out costs much, but the loss stays a number.
  EXPECT_TRUE(std::isfinite(score_predictions(predictions, {{2}, {0}, {}, 0}).log_loss));
}

TEST(Scores, OfValues) {
  Predictions predictions;
  predictions.task = Task::kRegression;
  predictions.values = {1, 2, 5, 100};
  const PredictionScores scores = score_predictions(predictions, {{0, 1, 2}, {}, {2, 2, 2.5}, 0});
  EXPECT_NEAR(scores.rmse, std::sqrt((1 + 0 + 6.25) / 3), 1e-12);
  EXPECT_NEAR(scores.mae, 3.5 / 3, 1e-12);
  const double mean = 6.5 / 3;
  EXPECT_NEAR(scores.r2, 1 - 7.25 / (2 * std::pow(2 - mean, 2) + std::pow(2.5 - mean, 2)), 1e-12);
  EXPECT_TRUE(std::isnan(scores.log_loss));
  EXPECT_TRUE(std::isnan(score_predictions(predictions, {{0}, {}, {2}, 0}).r2));
}

Table letters_and_targets(std::vector<std::string> targets) {
  std::vector<std::string> letters(targets.size(), "x");
  return Table::of_columns({"letter", "target"}, {letters, std::move(targets)}, "test.csv");
}

TEST(Scores, RowsWithoutATargetAreLeftOutAndCounted) {
  TableSchema schema;
  schema.target = "target";
  schema.class_names = {"no", "yes"};
  const ScoredRows rows = scored_rows(letters_and_targets({"yes", "", "no", "NA"}), schema);
  EXPECT_THAT(rows.rows, testing::ElementsAre(0, 2));
  EXPECT_THAT(rows.classes, testing::ElementsAre(1, 0));
  EXPECT_EQ(rows.left_out, 2);
}

std::string refusal(const Table& table, const TableSchema& schema) {
  try {
    scored_rows(table, schema);
  } catch (const DataError& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(Scores, RefusesTargetsThatCannotBe) {
  TableSchema schema;
  schema.target = "target";
  schema.class_names = {"no", "yes"};
  EXPECT_THAT(refusal(letters_and_targets({"yes", "perhaps"}), schema),
              testing::AllOf(testing::HasSubstr("'target'"), testing::HasSubstr("'perhaps' is no class"),
                             testing::HasSubstr("no, yes")));
  EXPECT_THAT(refusal(letters_and_targets({"", "NA"}), schema), testing::HasSubstr("no row has a value"));
  schema.target = "outcome";
  EXPECT_THAT(refusal(letters_and_targets({"yes"}), schema), testing::HasSubstr("no column 'outcome'"));
  schema.target = "target";
  schema.task = Task::kRegression;
  schema.class_names.clear();
  EXPECT_THAT(refusal(letters_and_targets({"1.5", "many"}), schema),
              testing::HasSubstr("'many' is no number"));
  EXPECT_THAT(scored_rows(letters_and_targets({"1.5", "-2"}), schema).values, testing::ElementsAre(1.5, -2));
}

}  // namespace
}  // namespace gbho::inline internal
