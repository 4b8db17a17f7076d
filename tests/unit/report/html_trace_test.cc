#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/html/phi_view.h"
#include "report/html/report.h"
#include "report_page.h"
#include "support/processor_time.h"
#include "support/study_records.h"
#include "support/summary_of_a_long_run.h"

namespace gbho {
namespace {

using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::ordered_json;

class HtmlTrace : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_charts()) GTEST_SKIP() << "this build has no charts";
  }
};

// Without Plotly, which every page carries.
size_t own_size(const std::string& page) {
  return words_of(page).size() + data_of(page).dump().size();
}

TEST_F(HtmlTrace, ShowsTheNetworkOnTheWay) {
  const std::string page = html_report(record_of(summary_of_a_long_run()));
  const Json way = data_of(page)["charts"]["way"];
  ASSERT_EQ(way["series"].size(), 3U);
  EXPECT_EQ(way["series"][1]["label"], "selection");
  EXPECT_EQ(way["series"][0]["x"][10], 11000);
  EXPECT_EQ(way["series"][0]["y"][10], 0.5);
  EXPECT_EQ(way["mark"], 4000);
  EXPECT_THAT(words_of(page), HasSubstr("<h2>Training curves</h2>"));
  EXPECT_THAT(words_of(page), HasSubstr("best round, 30, after 4,000 sample-gradients: the lowest selection "
                                        "loss, 0.5000; test loss 0.6000, 87.00 % right."));
}

TEST_F(HtmlTrace, ShowsTheModelsThatWereTrainedOnTheWay) {
  Summary summary = summary_of_a_long_run();
  Json models = data_of(html_report(record_of(summary)))["charts"]["way_models"];
  EXPECT_EQ(models["y_title"], "test accuracy");
  ASSERT_EQ(models["series"].size(), 2U);
  EXPECT_EQ(models["series"][0]["x"], Json({1000, 6000, 11000}));
  EXPECT_EQ(models["series"][1]["y"], Json({0.85, 0.875, 0.9}));
  for (TracePoint& point : summary.trace) {
    point.consistent = {};
    point.refit.test_accuracy = kNone;
  }
  models = data_of(html_report(record_of(summary)))["charts"]["way_models"];
  EXPECT_EQ(models["y_title"], "test loss");
  ASSERT_EQ(models["series"].size(), 1U);
  EXPECT_EQ(models["series"][0]["label"], "refit");
}

TEST_F(HtmlTrace, WhatIsNotFiniteIsLeftOut) {
  Summary summary = summary_of_a_long_run();
  for (TracePoint& point : summary.trace) {
    point.selection_loss = point.test_loss = point.test_accuracy = kNone;
    point.consistent = point.refit = {};
  }
  summary.trace.back().validation_loss = HUGE_VAL;
  std::string page = html_report(record_of(summary));
  const Json charts = data_of(page)["charts"];
  ASSERT_EQ(charts["way"]["series"].size(), 1U);
  EXPECT_EQ(charts["way"]["series"][0]["y"].size(), 10U);
  EXPECT_EQ(charts["way"]["mark"], 10000);
  EXPECT_FALSE(charts.contains("way_models"));
  EXPECT_THAT(words_of(page), HasSubstr("the lowest validation loss"));
  for (TracePoint& point : summary.trace) point.validation_loss = kNone;
  EXPECT_THAT(words_of(html_report(record_of(summary))), Not(HasSubstr("Training curves")));
  page = html_report(record_of(summary_of_a_run()));
  EXPECT_THAT(words_of(page), Not(HasSubstr("Training curves")));
  EXPECT_THAT(words_of(page), Not(HasSubstr("Wrong labels")));
}

TEST_F(HtmlTrace, ALongTraceIsThinnedOut) {
  Summary summary = summary_of_a_long_run();
  const TracePoint last = summary.trace.back();
  for (int64_t i = 11; i < 50000; ++i) {
    TracePoint point = last;
    point.lambda.clear();
    point.sample_gradients = 1000 * (i + 1);
    summary.trace.push_back(point);
  }
  const Json way = data_of(html_report(record_of(summary)))["charts"]["way"];
  EXPECT_LE(way["series"][0]["x"].size(), 1001U);
  EXPECT_EQ(way["series"][0]["x"].back(), 50000000);
  EXPECT_EQ(way["mark"], 4000);
}

TEST_F(HtmlTrace, TellsHowManyWrongLabelsWereFound) {
  const std::string words = words_of(html_report(record_of(summary_of_a_long_run())));
  for (const char* text : {"Wrong labels found, F1", "91.80 %", "precision 89.48 %, recall 94.24 %",
                           "2,633 of 5,000 examples", "2,356 of them", "the 2,500 with a wrong label"}) {
    EXPECT_THAT(words, HasSubstr(text));
  }
}

TEST_F(HtmlTrace, ThousandsOfHyperparametersHaveARowABlock) {
  Summary summary = summary_of_a_long_run(100000);
  Iteration sample;
  sample.lambda = summary.lambda;
  sample.phi = 0.3;
  for (int i = 0; i < 5; ++i) {
    sample.validation_loss_consistent = 0.5 + 0.1 * i;
    summary.iterations.push_back(sample);
  }
  const StudyRecord record = record_of(summary);
  const ProcessorTime time;
  const std::string page = html_report(record);
  EXPECT_LT(time.seconds(), kFarTooLong);
  EXPECT_LT(own_size(page), 100000U);
  const std::string words = words_of(page);
  EXPECT_THAT(words, HasSubstr("<strong>100,001 hyperparameters</strong>"));
  EXPECT_THAT(words, HasSubstr("<th scope=\"row\">weight</th><td class=\"number\">100,000</td>"
                               "<td class=\"number\">-4.0000</td><td class=\"number\">1.0000</td>"
                               "<td class=\"number\">2.0000</td>"));
  EXPECT_THAT(words, HasSubstr("λ of weight.6")) << "the eighth column of the best trials";
  EXPECT_THAT(words, Not(HasSubstr("λ of weight.7")));
  EXPECT_THAT(words, HasSubstr("The first 12 of 100,001 hyperparameters are shown"));
  EXPECT_EQ(data_of(page)["charts"]["loss_lambda"]["star"].size(), 12U);
}

TEST_F(HtmlTrace, ThousandsWithoutNumbersAreListedToALimit) {
  const std::string page = html_report(record_of(made_up_summary(3, 5000)));
  EXPECT_THAT(words_of(page), HasSubstr("The next 488 hyperparameters"));
  EXPECT_THAT(words_of(page), HasSubstr("The first 500 of 5,000 hyperparameters are listed."));
  EXPECT_LT(own_size(page), 300000U);
}

TEST(PhiView, IsNotThereInThousandsOfDimensions) {
  Certificate certificate;
  const size_t dimensions = 20000;
  certificate.evidence.lengths.assign(dimensions, 1);
  certificate.evidence.lambda.assign(500, std::vector<double>(dimensions, -1));
  certificate.evidence.phi.assign(500, 1);
  EXPECT_FALSE(PhiView::from(certificate, std::vector<Dimension>(dimensions)));
}

// Two seeds that cost differently; "one_pass" trains no models on the way, "grid" has no trace.
Contest traced_contest() {
  Contest contest;
  contest.study = "clean";
  contest.seeds = {0, 1};
  for (const char* label : {"two_sided", "one_pass", "grid"}) {
    Contestant one{label, false, {}};
    for (const uint64_t seed : contest.seeds) {
      Summary run = one.label == "grid" ? summary_of_a_run() : summary_of_a_long_run();
      run.seed = seed;
      run.refit->test_loss = 0.4;
      for (TracePoint& point : run.trace) {
        if (one.label == "one_pass") point.consistent = point.refit = {};
        point.sample_gradients += seed == 0 ? 0 : 500;
        point.refit.test_loss += seed == 0 ? 0 : 0.1;
      }
      if (run.cleaning) run.cleaning->f1 = seed == 0 ? 0.90 : 0.92;
      one.runs.push_back(run);
    }
    contest.contestants.push_back(one);
  }
  return contest;
}

TEST_F(HtmlTrace, AContestShowsQualityAgainstCost) {
  const std::string page = html_report(traced_contest());
  const Json charts = data_of(page)["charts"];
  const Json loss = charts["way_loss"]["series"];
  ASSERT_EQ(loss.size(), 2U);
  EXPECT_EQ(loss[0]["label"], "two_sided");
  EXPECT_EQ(loss[1]["label"], "one_pass (network)");
  // From where both seeds have a model: 0.40 and 0.50, then one of them is at its second.
  EXPECT_EQ(loss[0]["x"], Json({1500, 6000, 6500, 11000, 11500}));
  EXPECT_EQ(loss[0]["y"], Json({0.45, 0.475, 0.5, 0.525, 0.55}));
  EXPECT_EQ(loss[1]["x"].size(), 21U);
  EXPECT_EQ(charts["way_accuracy"]["y_format"], ".2~%");
  EXPECT_EQ(charts["way_accuracy"]["series"][0]["y"][0], 0.85);
  EXPECT_EQ(charts["way_loss"]["log_x"], true);
  EXPECT_THAT(words_of(page), HasSubstr("Quality against cost: test loss of refit models"));
}

TEST_F(HtmlTrace, AContestTellsF1) {
  Contest contest = traced_contest();
  std::string words = words_of(html_report(contest));
  EXPECT_THAT(words, HasSubstr("<th scope=\"col\" class=\"number\">F1</th>"));
  EXPECT_THAT(words, HasSubstr("91.00 ± 1.00 %"));
  EXPECT_THAT(words, HasSubstr("F1 is of finding the wrong labels"));
  EXPECT_THAT(words, Not(HasSubstr("mean λ*"))) << "there are a hundred of them";
  for (Contestant& contestant : contest.contestants) {
    for (Summary& run : contestant.runs) {
      run.cleaning.reset();
      run.trace.clear();
    }
  }
  const std::string page = html_report(contest);
  EXPECT_THAT(words_of(page), Not(HasSubstr("F1")));
  EXPECT_FALSE(data_of(page)["charts"].contains("way_loss"));
}

TEST_F(HtmlTrace, ARunThatBeginsAtNoCostIsDrawnOnALinearScale) {
  Contest contest = traced_contest();
  for (Contestant& contestant : contest.contestants) {
    for (Summary& run : contestant.runs) {
      if (!run.trace.empty()) run.trace.front().sample_gradients = 0;
    }
  }
  EXPECT_EQ(data_of(html_report(contest))["charts"]["way_loss"]["log_x"], false);
}

}  // namespace
}  // namespace gbho
