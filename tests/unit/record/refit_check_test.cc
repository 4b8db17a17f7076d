#include "gbho/record/refit_check.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gbho/record/summary_json.h"
#include "support/summary_of_a_run.h"

namespace gbho {
namespace {

TEST(RefitCheck, IsWorseByMoreThanTwoStandardErrors) {
  EXPECT_TRUE((RefitCheck{"test", 0.5, 0.61, 0.05}.worse()));
  EXPECT_FALSE((RefitCheck{"test", 0.5, 0.59, 0.05}.worse()));
  EXPECT_FALSE((RefitCheck{"test", 0.5, 0.4, 0.01}.worse()));
}

TEST(RefitCheck, WithoutAnErrorTheMarginIsFivePercent) {
  EXPECT_TRUE((RefitCheck{"test", 0.5, 0.526, kNone}.worse()));
  EXPECT_FALSE((RefitCheck{"test", 0.5, 0.524, kNone}.worse()));
}

TEST(RefitCheck, ALossThatIsNoNumberIsWorse) {
  EXPECT_TRUE((RefitCheck{"test", 0.5, kNone, kNone}.worse()));
  EXPECT_FALSE((RefitCheck{"test", kNone, kNone, kNone}.worse()));
}

TEST(RefitCheck, IsInTheSummaryAndComesBack) {
  Summary summary = summary_of_a_run();
  EXPECT_FALSE(refit_worse(summary)) << "the refit has no test loss";
  summary.refit_check = RefitCheck{"selection", 0.5, 0.7, 0.05};
  const std::string text = summary_json(summary);
  const auto json = nlohmann::ordered_json::parse(text);
  EXPECT_EQ(json["refit_worse"], true);
  EXPECT_EQ(json["refit_check"]["part"], "selection");
  EXPECT_EQ(summary_json(summary_from_json(text)), text);
}

// Summaries of version 0.1.0 have test losses and nothing else.
TEST(RefitCheck, OfAnOldSummaryIsMadeFromTestLosses) {
  Summary summary = summary_of_a_run();
  summary.refit->test_loss = 0.66;  // against 0.5
  auto json = nlohmann::ordered_json::parse(summary_json(summary));
  json.erase("refit_worse");
  json.erase("refit_check");
  const Summary old = summary_from_json(json.dump());
  EXPECT_FALSE(old.refit_check);
  EXPECT_TRUE(refit_worse(old));
}

}  // namespace
}  // namespace gbho
