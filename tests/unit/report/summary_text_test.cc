#include "report/text/summary_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "report/text/numbers.h"
#include "support/summary_of_a_long_run.h"

namespace gbho {
namespace {

using testing::HasSubstr;
using testing::Not;

void expect_narrow(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(text_width(line), 80U) << line;
}

TEST(SummaryText, SaysWhatMatters) {
  const std::string text = summary_text(summary_of_a_run());
  EXPECT_THAT(text, HasSubstr("-5.0000"));
  EXPECT_THAT(text, HasSubstr("0.006738"));
  EXPECT_THAT(text, HasSubstr("consistent"));
  EXPECT_THAT(text, HasSubstr("87.00 %"));
  EXPECT_THAT(text, HasSubstr("learning rate 0.1, momentum 0.9 (the pilot's choice of 2)"));
  EXPECT_THAT(text, HasSubstr("9 lower-level solves, 1,234,567 sample-gradients, 1 min 15 s"));
  EXPECT_THAT(text, HasSubstr("warning: 1 of 2 candidates diverged"));
}

std::string on_one_line(std::string text) {
  for (size_t at = text.find("\n  "); at != std::string::npos; at = text.find("\n  ", at)) {
    text.replace(at, 3, " ");
  }
  return text;
}

TEST(SummaryText, ARefitThatIsWorseIsNotToBeTakenHome) {
  Summary summary = summary_of_a_run();
  summary.refit_check = RefitCheck{"test", 0.58, 0.66, 0.03};
  std::string text = on_one_line(summary_text(summary));
  EXPECT_THAT(text, HasSubstr("On the test part, which neither has seen, the refit model is worse: 0.6600 "
                              "against 0.5800. Take the consistent model home, or "));
  EXPECT_THAT(text, Not(HasSubstr("Take the refit model home.")));
  summary.refit_check->part = "selection";
  text = on_one_line(summary_text(summary));
  EXPECT_THAT(text, HasSubstr("On the selection part, which neither was trained on, the refit model"));
  summary.refit_check->refit_loss = kNone;
  EXPECT_THAT(on_one_line(summary_text(summary)), HasSubstr("the refit model has no finite loss"));
  expect_narrow(summary_text(summary));
  summary.refit_check = RefitCheck{"test", 0.58, 0.66, 0.05};
  EXPECT_THAT(on_one_line(summary_text(summary)), HasSubstr("Take the refit model home."));
}

TEST(SummaryText, SaysWhatChoosesOnFolds) {
  Summary summary = summary_of_a_run();
  summary.data.folds = 5;
  summary.data.selection = 0;
  EXPECT_THAT(on_one_line(summary_text(summary)),
              HasSubstr("Validation is out of fold. λ* is chosen by it."));
  summary.data.selection = 50;
  const std::string text = on_one_line(summary_text(summary));
  EXPECT_THAT(text, HasSubstr("5 folds, 50 of them selection"));
  EXPECT_THAT(text,
              HasSubstr("λ* is chosen by the selection loss of consistent models, on half of each fold's "
                        "held-out rows."));
  expect_narrow(summary_text(summary));
}

TEST(SummaryText, FitsEightyColumns) {
  Summary summary = summary_of_a_run();
  summary.warnings.emplace_back(
      "λ of 'l2' ended at its low bound -10; the best value may lie outside: try --set "
      "hyperparameter.l2.low=-15");
  expect_narrow(summary_text(summary));
}

TEST(SummaryText, BoldOnlyWhenAsked) {
  EXPECT_THAT(summary_text(summary_of_a_run()), Not(HasSubstr("\033")));
  EXPECT_THAT(summary_text(summary_of_a_run(), {true}), HasSubstr("\033[1m"));
}

TEST(SummaryText, InterruptedRunSaysSo) {
  Summary summary = summary_of_a_run();
  summary.termination = Termination::kInterrupted;
  summary.message = "interrupted in the pilot";
  summary.lambda.clear();
  summary.consistent.reset();
  summary.refit.reset();
  const std::string text = summary_text(summary);
  EXPECT_THAT(text, HasSubstr("interrupted in the pilot"));
  EXPECT_THAT(text, HasSubstr("there is no λ*"));
}

TEST(SummaryText, ACertificateClaimsNoProbability) {
  Summary summary = summary_of_a_run();
  summary.certificate = Certificate{};
  summary.certificate->lambda = summary.lambda;
  summary.certificate->f = 0.1952;
  summary.certificate->bound = 0.0013;
  summary.certificate->probability = 0.9987;
  const std::string text = summary_text(summary);
  EXPECT_THAT(text, HasSubstr("f = 0.1952 is within"));
  EXPECT_THAT(text, HasSubstr("without a probability"));
  EXPECT_THAT(text, Not(HasSubstr("0.9987")));
  expect_narrow(text);
}

TEST(SummaryText, ThousandsOfHyperparametersHaveALineABlock) {
  Summary summary = summary_of_a_long_run(5000);
  summary.certificate = Certificate{};
  summary.certificate->lambda = summary.lambda;
  const std::string text = summary_text(summary);
  EXPECT_THAT(text, HasSubstr("weight            5,000   -4.0000   1.0002    1.9998   [-5, 5]\n"));
  EXPECT_THAT(text, HasSubstr("precision 89.48 %, recall 94.24 %, F1 91.80 %"));
  EXPECT_THAT(text, Not(HasSubstr("weight.1")));
  EXPECT_LT(text.size(), 3000U);
  expect_narrow(text);
}

TEST(Numbers, ReadWell) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1000), "1,000");
  EXPECT_EQ(count_text(-123456), "-123,456");
  EXPECT_EQ(time_text(0.84), "0.8 s");
  EXPECT_EQ(time_text(9.99), "10 s");
  EXPECT_EQ(time_text(200), "3 min 20 s");
  EXPECT_EQ(time_text(7500), "2 h 5 min");
  EXPECT_EQ(loss_text(kNone), "-");
}

}  // namespace
}  // namespace gbho
