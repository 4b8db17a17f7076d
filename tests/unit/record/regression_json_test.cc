#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "gbho/record/summary_json.h"
#include "support/summary_of_a_regression.h"

namespace gbho {
namespace {

using nlohmann::ordered_json;
using testing::ElementsAre;

std::vector<std::string> names_in(const ordered_json& json) {
  std::vector<std::string> names;
  for (const auto& item : json.items()) names.push_back(item.key());
  return names;
}

TEST(RegressionJson, HasRmseAndR2InsteadOfAccuracies) {
  const ordered_json json = ordered_json::parse(summary_json(summary_of_a_regression()));
  EXPECT_EQ(json["task"], "regression");
  EXPECT_THAT(names_in(json["models"]["refit"]),
              ElementsAre("train_loss", "validation_loss", "test_loss", "train_rmse", "validation_rmse",
                          "test_rmse", "train_r2", "validation_r2", "test_r2"));
  EXPECT_EQ(json["models"]["refit"]["test_rmse"], 3.68);
  EXPECT_EQ(json["data"]["target"], "price");
  EXPECT_EQ(json["data"]["target_deviation"], 9.2);
}

TEST(RegressionJson, ComesBack) {
  Summary summary = summary_of_a_regression();
  const std::string text = summary_json(summary);
  const Summary back = summary_from_json(text);
  EXPECT_EQ(summary_json(back), text);
  EXPECT_TRUE(back.is_regression());
  EXPECT_TRUE(back.consistent->regression);
  EXPECT_EQ(back.data.target, "price");
  // A model that diverged is one of a regression still.
  summary.refit = ModelScores{};
  summary.refit->regression = true;
  const ordered_json json = ordered_json::parse(summary_json(summary));
  EXPECT_TRUE(json["models"]["refit"].contains("test_rmse"));
  EXPECT_EQ(json["models"]["refit"]["test_rmse"], nullptr);
  EXPECT_FALSE(json["models"]["refit"].contains("test_accuracy"));
  EXPECT_EQ(summary_json(summary_from_json(json.dump())), summary_json(summary));
}

TEST(RegressionJson, AClassificationSaysNothingOfIt) {
  const ordered_json json = ordered_json::parse(summary_json(summary_of_a_run()));
  EXPECT_FALSE(json["data"].contains("target"));
  EXPECT_FALSE(json["models"]["consistent"].contains("test_rmse"));
  EXPECT_FALSE(json["models"]["consistent"].contains("test_auc"));
}

TEST(RegressionJson, TwoClassesHaveAnAuc) {
  Summary summary = summary_of_a_run();
  summary.task = "classification";
  summary.consistent->train_auc = 0.99;
  summary.consistent->test_auc = 0.91;
  const std::string text = summary_json(summary);
  const ordered_json json = ordered_json::parse(text);
  EXPECT_EQ(json["models"]["consistent"]["test_auc"], 0.91);
  EXPECT_EQ(json["models"]["consistent"]["validation_auc"], nullptr);
  EXPECT_FALSE(json["models"]["refit"].contains("test_auc"));
  EXPECT_EQ(summary_json(summary_from_json(text)), text);
}

// Version 0.1.0 says nothing of the task and of the target.
TEST(RegressionJson, OldSummariesAreRead) {
  ordered_json json = ordered_json::parse(summary_json(summary_of_a_run()));
  json.erase("task");
  const Summary old = summary_from_json(json.dump());
  EXPECT_EQ(old.task, "");
  EXPECT_FALSE(old.is_regression());
  EXPECT_EQ(old.consistent->test_accuracy, 0.87);
  EXPECT_TRUE(std::isnan(old.data.target_deviation));
}

}  // namespace
}  // namespace gbho
