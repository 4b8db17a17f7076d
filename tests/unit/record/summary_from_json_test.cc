#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "gbho/base/error.h"
#include "gbho/record/summary_json.h"
#include "record/codec.h"
#include "record/labelled_summary.h"
#include "support/summary_of_a_run.h"

namespace gbho {
namespace {

void expect_round_trip(const Summary& summary) {
  const std::string text = summary_json(summary);
  EXPECT_EQ(summary_json(summary_from_json(text)), text);
}

std::string refusal(const std::string& text) {
  try {
    summary_from_json(text);
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

TEST(SummaryFromJson, ReadsOthersBack) {
  Summary summary = summary_of_a_run();
  expect_round_trip(summary);
  summary.space[0].transform = "identity";
  expect_round_trip(summary);
  summary.lambda.clear();
  summary.consistent.reset();
  summary.given = summary.used = "";
  summary.termination = Termination::kFailed;
  expect_round_trip(summary);
}

TEST(SummaryFromJson, NullIsNotANumber) {
  const Summary summary = summary_from_json(summary_json(summary_of_a_run()));
  EXPECT_TRUE(std::isnan(summary.refit->test_loss));
  EXPECT_EQ(summary.consistent->test_loss, 0.5);
}

TEST(SummaryFromJson, PassesOverALabel) {
  const Summary summary = summary_of_a_run();
  const std::string labelled = dumped(labelled_summary(summary, "grid:points=2"));
  EXPECT_EQ(nlohmann::json::parse(labelled)["label"], "grid:points=2");
  EXPECT_EQ(summary_json(summary_from_json(labelled)), summary_json(summary));
}

TEST(SummaryFromJson, RefusesWhatIsNotASummary) {
  EXPECT_THAT(refusal("{"), testing::HasSubstr("not the summary of a run"));
  EXPECT_THAT(refusal("[]"), testing::HasSubstr("not the summary of a run"));
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(summary_json(summary_of_a_run()));
  json["termination"] = "eaten";
  EXPECT_THAT(refusal(json.dump()), testing::HasSubstr("\"eaten\""));
  json["termination"] = "finished";
  json["lambda"] = {1, 2};
  EXPECT_THAT(refusal(json.dump()), testing::HasSubstr("lambda has 2 numbers"));
  json["lambda"] = {1};
  json.erase("models");
  EXPECT_THAT(refusal(json.dump()), testing::HasSubstr("models"));
}

}  // namespace
}  // namespace gbho
