#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "gbho/report/report.h"
#include "report/contest/contest.h"
#include "report/contest/contest_table.h"
#include "report/html/html.h"
#include "report/html/report.h"
#include "report/text/numbers.h"
#include "report/text/summary_text.h"
#include "report_page.h"
#include "support/study_records.h"
#include "support/summary_of_a_regression.h"

namespace gbho {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string in_one_line(std::string text) {
  for (size_t at = text.find("\n  "); at != std::string::npos; at = text.find("\n  ", at)) {
    text.replace(at, 3, " ");
  }
  return text;
}

Summary run_of(uint64_t seed, double rmse) {
  Summary run = summary_of_a_regression();
  run.seed = seed;
  run.warnings.clear();
  run.refit->test_rmse = rmse;
  run.refit->test_loss = std::pow(rmse / run.data.target_deviation, 2);
  run.refit->test_r2 = 1 - run.refit->test_loss;
  return run;
}

std::vector<Contestant> regression_contest() {
  return {{"grid", false, {run_of(0, 4.5), run_of(1, 4.7)}},
          {"two_sided", false, {run_of(0, 3.5), run_of(1, 3.7)}}};
}

TEST(RegressionReport, TheSummaryHasRmseAndR2InsteadOfAccuracies) {
  const std::string text = summary_text(summary_of_a_regression());
  EXPECT_THAT(text, HasSubstr("the target is price"));
  EXPECT_THAT(text, HasSubstr("test RMSE"));
  EXPECT_THAT(text, HasSubstr("test R²"));
  EXPECT_THAT(text, HasSubstr("3.68"));
  EXPECT_THAT(text, HasSubstr("0.8464"));
  EXPECT_THAT(text, Not(HasSubstr("acc.")));
  EXPECT_THAT(text, Not(HasSubstr("cross-entropy")));
  EXPECT_THAT(in_one_line(text), HasSubstr("mean squared errors of the standardized target"));
  EXPECT_THAT(in_one_line(text), HasSubstr("RMSE is in price's own units"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(text_width(line), 80U) << line;
}

TEST(RegressionReport, ARefitThatIsWorseIsToldInTheTargetsUnits) {
  Summary summary = summary_of_a_regression();
  summary.refit_check = RefitCheck{"test", 0.16, 0.25, 0.01};
  EXPECT_THAT(in_one_line(summary_text(summary)),
              HasSubstr("the refit model is worse: RMSE 4.600 against 3.680."));
}

TEST(RegressionReport, TheBriefReportHasTheRmse) {
  EXPECT_THAT(brief_report(summary_of_a_regression()), HasSubstr("refit 0.1600 test, RMSE 3.680;"));
  EXPECT_THAT(brief_report(summary_of_a_run()), Not(HasSubstr("RMSE")));
}

TEST(RegressionReport, AnAucIsShownWhereThereIsOne) {
  Summary summary = summary_of_a_run();
  EXPECT_THAT(summary_text(summary), Not(HasSubstr("AUC")));
  summary.consistent->test_auc = 0.9123;
  EXPECT_THAT(summary_text(summary), HasSubstr("test AUC"));
  EXPECT_THAT(summary_text(summary), HasSubstr("0.9123"));
}

TEST(RegressionReport, ContestsCompareRmseAndR2) {
  const std::vector<ContestRow> rows = contest_table(regression_contest());
  EXPECT_NEAR(rows[0].rmse.mean, 4.6, 1e-12);
  const std::string text = contest_text(regression_contest());
  EXPECT_THAT(text, HasSubstr("At λ*: validation loss (consistent), test RMSE (refit), test R² (refit):"));
  EXPECT_THAT(text, HasSubstr("3.600 ± 0.100"));
  EXPECT_THAT(text, Not(HasSubstr("accuracy")));
  for (const ContestColumn& column : contest_columns(rows)) {
    if (column.key == "refit_test_rmse" || column.key == "refit_test_r2") {
      EXPECT_TRUE(is_best(rows, 1, column)) << column.key;
      EXPECT_FALSE(is_best(rows, 0, column)) << column.key;
    }
  }
}

TEST(RegressionReport, ContestFilesHaveThemToo) {
  EXPECT_THAT(contest_csv(regression_contest()), HasSubstr("refit_test_rmse_mean"));
  EXPECT_THAT(contest_csv(regression_contest()), Not(HasSubstr("accuracy")));
  const std::string runs = runs_csv(regression_contest());
  EXPECT_THAT(runs, HasSubstr("refit_test_rmse,refit_train_r2,refit_validation_r2,refit_test_r2"));
  EXPECT_THAT(runs, Not(HasSubstr("accuracy")));
  EXPECT_THAT(contest_markdown(regression_contest()), HasSubstr("refit test R²"));
}

TEST(RegressionReport, ThePageSpeaksOfTheTarget) {
  if (!has_charts()) GTEST_SKIP() << "this build has no charts";
  const std::string words = words_of(html_report(record_of(summary_of_a_regression())));
  EXPECT_THAT(words, HasSubstr("Test RMSE"));
  EXPECT_THAT(words, HasSubstr("in units of <code>price</code>, by the refit model"));
  EXPECT_THAT(words, HasSubstr("RMSE 3.680; of the consistent model"));
  EXPECT_THAT(words, HasSubstr("mean squared errors of the standardized target"));
  EXPECT_THAT(words, Not(HasSubstr("ccuracy")));
  EXPECT_THAT(words, Not(HasSubstr("cross-entropy")));
  const std::string contest = words_of(html_report(Contest{"houses", {0, 1}, "", 0, regression_contest()}));
  EXPECT_THAT(contest, HasSubstr("refit test RMSE"));
  EXPECT_THAT(contest, Not(HasSubstr("ccuracy")));
}

TEST(RegressionReport, NumbersOfAnySize) {
  EXPECT_EQ(number_text(3.14), "3.140");
  EXPECT_EQ(number_text(1234.5), "1234");
  EXPECT_EQ(number_text(48213.7), "48214");
  EXPECT_EQ(number_text(-12345.6), "-12346");
  EXPECT_EQ(number_text(3e9), "3e+09");
  EXPECT_EQ(number_text(0.00012345), "0.0001234");
  EXPECT_EQ(number_text(kNone), "-");
}

}  // namespace
}  // namespace gbho
