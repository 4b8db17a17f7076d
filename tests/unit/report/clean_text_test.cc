#include "report/text/clean_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "gbho/record/clean_summary.h"
#include "gbho/report/report.h"

namespace gbho {
namespace {

using testing::HasSubstr;
using testing::Not;

CleanSummary small_summary() {
  CleanSummary summary;
  summary.table = "trees.csv";
  summary.target = "kind";
  summary.task = "classification";
  summary.rows = 1200;
  summary.flagged = 1;
  summary.precision = 0.94;
  summary.recall = 0.5;
  summary.wrong = 1.9;
  summary.classes = {{"oak", 700, 0, 0.4, 1.5}, {"ash, red", 500, 1, 1.5, 0.4}};
  summary.verdicts = {{17, "ash, red", "oak", 0.94, true, false, 0},
                      {2, "oak", "oak", 0.25, false, false, 0}};
  return summary;
}

TEST(CleanText, SaysHowManyAreFlaggedAndHowSureThatIs) {
  const std::string text = clean_text(small_summary());
  EXPECT_THAT(text, HasSubstr("1 of 1,200 rows flagged"));
  EXPECT_THAT(text, HasSubstr("94 %"));
  EXPECT_THAT(text, HasSubstr("17   ash, red  oak"));
  EXPECT_THAT(text, Not(HasSubstr("0.25")));  // not flagged
}

TEST(CleanText, LinesFitTheWidth) {
  CleanSummary summary = small_summary();
  summary.classes[0].name = std::string(90, 'x');
  summary.warnings = {"a warning that is so long that it has to go on in a second line of the terminal"};
  std::istringstream text(clean_text(summary, {}, 60));
  for (std::string line; std::getline(text, line);) EXPECT_LE(line.size(), 62U) << line;  // … is three bytes
}

TEST(CleanText, ClassesWithMostFlagsComeFirst) {
  const std::string text = clean_text(small_summary());
  EXPECT_LT(text.find("ash, red"), text.find("oak"));
}

TEST(CleanText, SaysWhenNothingIsFlagged) {
  CleanSummary summary = small_summary();
  summary.flagged = 0;
  summary.verdicts[0].flagged = false;
  const std::string text = clean_text(summary);
  EXPECT_THAT(text, HasSubstr("No label is more likely wrong than right."));
  EXPECT_THAT(text, Not(HasSubstr("Most suspicious")));
}

TEST(CleanText, SaysWhenNothingCanBeSaid) {
  CleanSummary summary = small_summary();
  summary.flagged = 0;
  summary.wrong = summary.precision = summary.recall = kNone;
  summary.classes.clear();
  EXPECT_THAT(clean_text(summary), HasSubstr("No row is flagged: nothing can be said of the labels."));
}

TEST(CleanText, ComparesModelsWithAndWithoutTheFlaggedRows) {
  CleanSummary summary = small_summary();
  summary.loss_rows = "not flagged";
  summary.loss_first = 0.5;
  summary.loss_last = 0.25;
  EXPECT_THAT(clean_text(summary, {}, 200), HasSubstr("Log loss of rows that are not flagged: 0.5000 by"));
}

TEST(VerdictsCsv, HasALineForEveryRow) {
  EXPECT_EQ(verdicts_csv(small_summary()),
            "row,label,suggested,suspicion,flagged\n17,\"ash, red\",oak,0.94,1\n2,oak,oak,0.25,0\n");
}

}  // namespace
}  // namespace gbho
