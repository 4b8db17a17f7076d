#include "support/findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/html/report.h"
#include "report/text/summary_text.h"
#include "support/study_records.h"
#include "support/summary_of_a_table.h"

namespace gbho {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Summary with_findings() {
  Summary summary = summary_of_a_table();
  summary.sources = some_sources();
  summary.column_selection = some_strengths();
  summary.decision = some_decision();
  return summary;
}

TEST(Findings, SourcesThatHarmAreNamed) {
  const std::string text = summary_text(with_findings(), {}, 400);
  EXPECT_THAT(text, HasSubstr("Rows from '<south>' make the model worse: weight 0.03 ± 0.01; without them"));
  EXPECT_THAT(text, HasSubstr("0.2500 instead of 0.3000 (+0.0500 ± 0.010)"));
  EXPECT_THAT(text, HasSubstr("0.4000 instead of 0.5000: a gain of +0.1000 ± 0.020. They are used"));
  EXPECT_THAT(text, HasSubstr("too few rows to tell"));
  EXPECT_THAT(text, Not(HasSubstr("Rows from 'north'")));
}

TEST(Findings, WhatIsNotUsedIsSaid) {
  Summary summary = with_findings();
  summary.sources->used = false;
  EXPECT_THAT(summary_text(summary, {}, 400), HasSubstr("so all rows weigh the same"));
  EXPECT_THAT(summary_text(summary, {}, 400), HasSubstr("so one penalty is shared"));
  summary.sources->gain = {};
  EXPECT_THAT(summary_text(summary, {}, 400), HasSubstr("No weight but one gains anything"));
}

TEST(Findings, SourcesThatContradictEachOtherNeedAJudge) {
  Summary summary = with_findings();
  for (SourceWeight& source : summary.sources->sources) source.weight = 0.1;
  EXPECT_THAT(summary_text(summary, {}, 400), HasSubstr("say with --judge whose rows"));
}

TEST(Findings, TheDecisionHasItsFactorsAndControls) {
  const std::string text = summary_text(with_findings(), {}, 400);
  EXPECT_THAT(text, AllOf(HasSubstr("+ 15.00 ± 3.00 points of F1"), HasSubstr("no 1, yes 4.5")));
  EXPECT_THAT(text, HasSubstr("→ frequencies to a tuned power"));
  EXPECT_THAT(text, HasSubstr("small bag, classes^−0.5"));
}

TEST(Findings, WithoutThemNothingIsSaid) {
  const std::string text = summary_text(summary_of_a_table());
  for (const char* heading : {"Where the rows come from", "How a class is decided", "Which columns matter"})
    EXPECT_THAT(text, Not(HasSubstr(heading)));
}

TEST(Findings, AreSectionsOfTheReport) {
  const std::string page = html_report(record_of(with_findings()));
  EXPECT_THAT(page, HasSubstr("&lt;south&gt;"));
  EXPECT_THAT(page, HasSubstr("Which columns matter"));
  EXPECT_THAT(page, HasSubstr("How a class is decided on"));
}

}  // namespace
}  // namespace gbho
