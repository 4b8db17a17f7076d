#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "gbho/report/report.h"
#include "report/html/report.h"
#include "report/text/columns_text.h"
#include "report/text/score_words.h"
#include "report/text/summary_text.h"
#include "report_page.h"
#include "support/study_records.h"
#include "support/summary_of_a_table.h"

namespace gbho {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

void expect_narrow(const std::string& text, size_t width) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(text_width(line), width) << line;
}

TEST(TableReport, TheSummaryTellsHowGoodItIsOnUnseenRows) {
  const std::string text = summary_text(summary_of_a_table());
  EXPECT_THAT(text, HasSubstr("120 rows, each predicted by networks of the 4 folds that it is not in"));
  EXPECT_THAT(text, HasSubstr("90.00 ± 2.75 %  80.00 % to 95.00 %"));
  EXPECT_THAT(text, HasSubstr("  oak          40       2    0\n"));
  EXPECT_THAT(text, HasSubstr("off by 3.5 points on average (2 groups of rows)"));
  expect_narrow(text, 80);
}

TEST(TableReport, TheSummaryHasBarsForColumns) {
  const std::string text = summary_text(summary_of_a_table());
  EXPECT_THAT(text, HasSubstr("height  +0.8000  ± 0.060   ████████████████████████\n"));
  EXPECT_THAT(text, HasSubstr("<leaf>  +0.1000  ± 0.020   ███\n"));
  EXPECT_THAT(text, HasSubstr("soil    −0.0020  ± 0.0040\n"));
  EXPECT_THAT(text, HasSubstr("missing cells: soil (7)\n"));
  EXPECT_THAT(text, HasSubstr("soil: '$1' is read as 1\n"));
}

TEST(TableReport, MoreColumnsAreCounted) {
  Summary summary = summary_of_a_table();
  for (int i = 0; i < 9; ++i)
    summary.importance->columns.push_back({"more" + std::to_string(i), -0.01, 0.01});
  summary.importance->columns[8].rise = 0.001;
  EXPECT_THAT(summary_text(summary), HasSubstr("4 columns more: at most +0.0010 each."));
  EXPECT_THAT(summary_text(summary_of_a_table_of_numbers()), HasSubstr("40 others were not tried"));
}

TEST(TableReport, ManyClassesAreToldByTheirWorstPairs) {
  Summary summary = summary_of_a_table();
  PredictionRecord& record = *summary.out_of_fold;
  record.classes.clear();
  for (int c = 0; c < 12; ++c) record.classes.push_back("kind" + std::to_string(c));
  record.confusion.assign(12, std::vector<int64_t>(12));
  for (size_t c = 0; c < 12; ++c) record.confusion[c][c] = 10;
  record.confusion[4][7] = 6;
  const std::string text = summary_text(summary);
  EXPECT_THAT(text, HasSubstr("Most confused: 6 of 16 kind4 are taken for kind7."));
  EXPECT_THAT(text, Not(HasSubstr("predicted class, in columns")));
}

TEST(TableReport, ARegressionSpeaksInItsOwnUnits) {
  const std::string text = summary_text(summary_of_a_table_of_numbers());
  EXPECT_THAT(text, HasSubstr("3.680 ± 0.21"));
  EXPECT_THAT(text, HasSubstr("'price' is predicted to within 1.900 for half of the rows, to within 6.250"));
  EXPECT_THAT(text, HasSubstr("How far the RMSE rises above 3.600"));
  EXPECT_THAT(text, HasSubstr("+12.39"));
  EXPECT_THAT(text, HasSubstr("+0.41"));
  expect_narrow(text, 80);
}

TEST(TableReport, ErrorsHaveTwoDigits) {
  EXPECT_EQ(error_text(0.0213), "± 0.021");
  EXPECT_EQ(error_text(12345.6), "± 12346");
  EXPECT_EQ(error_text(kNone), "");
}

TEST(TableReport, CommandsCanBeCopied) {
  EXPECT_THAT(commands_text("my results/model.gbho"),
              HasSubstr("gbho predict 'my results/model.gbho' NEW.csv"));
}

TEST(TableReport, ThePageHasItAll) {
  if (!has_charts()) GTEST_SKIP() << "this build has no charts";
  const std::string page = html_report(record_of(summary_of_a_table()));
  const std::string words = words_of(page);
  EXPECT_THAT(words, HasSubstr("Unseen rows: accuracy"));
  EXPECT_THAT(words, HasSubstr("<code>kind</code> is predicted, as a classification: "));
  EXPECT_THAT(words, HasSubstr("&lt;leaf&gt;"));
  EXPECT_THAT(words, Not(HasSubstr("<leaf>")));
  EXPECT_THAT(words, HasSubstr("+0.8000 ± 0.060"));
  EXPECT_THAT(words, HasSubstr("gbho score model.gbho LABELLED.csv"));
  const auto charts = data_of(page)["charts"];
  EXPECT_EQ(charts["confusion"]["counts"][1][0], 3);
  EXPECT_EQ(charts["calibration"]["x_title"], "probability of the predicted class");
  EXPECT_THAT(charts["importance"]["rise"].get<std::vector<double>>(), ElementsAre(0.8, 0.1, -0.002));
  const auto numbers = data_of(html_report(record_of(summary_of_a_table_of_numbers())))["charts"];
  EXPECT_THAT(numbers["against"]["predicted"].get<std::vector<double>>(), ElementsAre(21.5, 28, 13));
  EXPECT_EQ(numbers["against"]["target"], "price");
}

TEST(TableReport, OtherStudiesSayNothingOfIt) {
  EXPECT_THAT(summary_text(summary_of_a_run()), Not(HasSubstr("unseen")));
  if (!has_charts()) GTEST_SKIP() << "this build has no charts";
  const std::string words = words_of(html_report(record_of(summary_of_a_run())));
  EXPECT_THAT(words, Not(HasSubstr("id=\"columns\"")));
  EXPECT_THAT(words, Not(HasSubstr("gbho predict")));
}

}  // namespace
}  // namespace gbho
