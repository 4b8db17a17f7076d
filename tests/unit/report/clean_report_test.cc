#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "gbho/record/clean_summary.h"
#include "gbho/report/report.h"
#include "report/html/picture.h"
#include "report_page.h"

namespace gbho {
namespace {

using testing::HasSubstr;
using testing::Not;

CleanSummary found() {
  CleanSummary summary;
  summary.table = "trees <2>.csv";
  summary.target = "kind";
  summary.task = "classification";
  summary.rows = 3;
  summary.flagged = 1;
  summary.precision = 0.94;
  summary.recall = 0.5;
  summary.wrong = 1.9;
  summary.passes = 2;
  summary.loss_rows = "not flagged";
  summary.loss_first = 0.4;
  summary.loss_last = 0.2;
  summary.classes = {{"oak", 2, 0, 0.4, 1.5}, {"<ash>", 1, 1, 1.5, 0.4}};
  summary.verdicts = {{3, "<ash>", "oak", 0.94, true, false, 0},
                      {2, "oak", "oak", 0.25, false, false, 0},
                      {1, "oak", "oak", 0.01, false, false, 0}};
  summary.columns = {"height", "no<te>"};
  summary.shown = {{3, {"17", "a & b"}, {}}, {2, {"12", std::string(300, 'x')}, {}}};
  return summary;
}

TEST(CleanReport, ShowsSuspectsWithTheirColumns) {
  if (!has_charts()) GTEST_SKIP() << "this build has no charts";
  const std::string page = html_report(found());
  const std::string words = words_of(page);
  EXPECT_THAT(words, HasSubstr("trees &lt;2&gt;.csv"));
  EXPECT_THAT(words, HasSubstr("94 %"));
  EXPECT_THAT(words, HasSubstr("a &amp; b"));
  EXPECT_THAT(words, HasSubstr("no&lt;te&gt;"));
  EXPECT_THAT(words, HasSubstr("<strong>oak</strong>"));
  EXPECT_THAT(words, HasSubstr("<strong>0.2000</strong> by models that have not"));
  EXPECT_THAT(words, Not(HasSubstr("<ash>")));
  EXPECT_THAT(words, Not(HasSubstr(std::string(100, 'x'))));
  const auto charts = data_of(page)["charts"];
  EXPECT_EQ(charts["suggestions"]["counts"], (nlohmann::ordered_json{{0, 0}, {1, 0}}));
  EXPECT_EQ(charts["suspicion"]["y"].size(), 3U);
  EXPECT_EQ(charts["suspicion"]["flagged"], 1);
}

TEST(CleanReport, NothingToFlagIsAPageToo) {
  if (!has_charts()) GTEST_SKIP() << "this build has no charts";
  CleanSummary summary = found();
  summary.flagged = 0;
  summary.verdicts[0].flagged = false;
  summary.precision = summary.recall = summary.wrong = kNone;
  summary.classes.clear();
  summary.warnings = {"models know <nothing>"};
  const std::string page = html_report(summary);
  EXPECT_THAT(words_of(page), HasSubstr("models know &lt;nothing&gt;"));
  EXPECT_FALSE(data_of(page)["charts"].contains("suggestions"));
}

TEST(CleanReport, TargetsOfARegressionHaveAChart) {
  if (!has_charts()) GTEST_SKIP() << "this build has no charts";
  CleanSummary summary = found();
  summary.task = "regression";
  summary.classes.clear();
  summary.verdicts[0] = {3, "140.5", "12.25", 0.94, true, false, 0};
  const auto charts = data_of(html_report(summary))["charts"];
  EXPECT_EQ(charts["suggestions"]["truth"][0], 140.5);
  EXPECT_EQ(charts["suggestions"]["predicted"][0], 12.25);
}

// Checked by hand: header of 54 bytes, rows from the bottom up, blue first, filled to four bytes.
TEST(Picture, IsABitmap) {
  const std::string gray = html_picture({0, 255}, 1, 2, 1, "a \"b\"");
  EXPECT_THAT(gray, HasSubstr("alt=\"a &quot;b&quot;\""));
  EXPECT_THAT(
      gray,
      HasSubstr(
          "base64,Qk0+AAAAAAAAADYAAAAoAAAAAgAAAAEAAAABABgAAAAAAAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAA////AAA="));
  const std::string red = html_picture({255, 0, 0}, 1, 1, 3, "red");
  EXPECT_THAT(red, HasSubstr("AAD/AA==\""));
}

}  // namespace
}  // namespace gbho
