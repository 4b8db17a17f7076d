#include "report/text/record_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "gbho/record/summary_json.h"
#include "report/text/record_trials.h"
#include "support/study_record.h"
#include "support/summary_of_a_long_run.h"

namespace gbho {
namespace {

using testing::HasSubstr;
using testing::Not;

void expect_within(const std::string& text, size_t width) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(text_width(line), width) << line;
}

StudyRecord finished_study() {
  StudyRecord record = study_record(12);
  record.overview.state = "finished";
  record.summary = summary_json(summary_of_a_run());
  return record;
}

TEST(StudiesText, ListsWhatMatters) {
  StudyRecord record = study_record(1234);
  const std::string text = studies_text({record.overview}, {}, 200);
  for (const char* part : {"study", "rings, \"2\" λ's", "interrupted", "hyperband", "18446744073709551615",
                           "1,234", "0.3000", "5 min 9 s", "2026-11-15 12:30"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

TEST(StudiesText, FitsNarrowTerminals) {
  StudyOverview overview = study_record(12).overview;
  overview.name = "a-name-that-is-much-longer-than-a-name-should-be-数字数字";
  for (const size_t width : {40U, 60U, 80U, 120U}) {
    const std::string text = studies_text({overview, overview}, {}, width);
    expect_within(text, width);
    EXPECT_THAT(text, HasSubstr("interrupted")) << width;
    EXPECT_THAT(text, HasSubstr("0.3")) << width;
  }
}

TEST(BestTrial, IsNeverOneThatWasTrainedInPart) {
  const StudyRecord record = study_record(30);
  const Trial* best = best_trial(record);
  ASSERT_NE(best, nullptr);
  EXPECT_FALSE(best->partial);
  EXPECT_EQ(best->evaluation.validation_loss, record.overview.best_criterion);
  EXPECT_EQ(best_trial(study_record(0)), nullptr);
}

TEST(RecordText, ShowsAnInterruptedStudy) {
  const std::string text = record_text(study_record(30), {}, 80, "gbho resume x");
  for (const char* part : {"interrupted: method hyperband", "30 trials in 7.5 s", "hyperparameter", "dropout",
                           "Best trials", "Last trials", "failed", "partial", "gbho resume x"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

TEST(RecordText, ShowsTheSummaryOfAFinishedStudy) {
  const std::string text = record_text(finished_study(), {}, 80, "gbho resume x");
  EXPECT_THAT(text, HasSubstr("Take the refit model home."));
  EXPECT_THAT(text, Not(HasSubstr("gbho resume")));
}

TEST(RecordText, FitsTheTerminal) {
  for (const size_t width : {40U, 50U, 64U, 80U, 200U}) {
    for (const int64_t trials : {0, 1, 3, 40}) {
      expect_within(record_text(study_record(trials), {true}, width, "gbho resume x"), width);
    }
    expect_within(record_text(finished_study(), {true}, width), width);
  }
}

TEST(RecordText, ThousandsOfHyperparametersHaveALineABlock) {
  const Summary summary = summary_of_a_long_run(5000);
  StudyRecord record = study_record(12);
  record.space = summary.space;
  for (Trial& trial : record.trials) trial.evaluation.lambda = summary.lambda;
  std::string text = record_text(record, {}, 80);
  EXPECT_THAT(text, HasSubstr("least λ"));
  EXPECT_THAT(text, HasSubstr("5,000"));
  EXPECT_THAT(text, HasSubstr("-9.00, -4.00, 1.00, -4.00,…"));
  EXPECT_LT(text.size(), 3000U);
  expect_within(text, 80);
  record.trials.clear();
  text = record_text(record, {}, 60);
  EXPECT_THAT(text, HasSubstr("No candidate has been trained"));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
  expect_within(text, 60);
  record.overview.state = "finished";
  record.summary = summary_json(summary);
  EXPECT_LT(record_text(record, {}, 80).size(), 3000U);
}

TEST(RecordText, SurvivesASummaryThatIsNone) {
  StudyRecord record = finished_study();
  record.summary = "{}";
  EXPECT_THAT(record_text(record), HasSubstr("summary cannot be shown"));
}

}  // namespace
}  // namespace gbho
