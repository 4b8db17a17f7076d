#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "gbho/base/error.h"
#include "report/html/html.h"
#include "report/html/phi_view.h"
#include "report/html/report.h"
#include "report_page.h"
#include "support/study_records.h"
#include "support/summary_of_a_run.h"

namespace gbho {
namespace {

using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::ordered_json;

class HtmlReport : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_charts()) GTEST_SKIP() << "this build has no charts";
  }
};

size_t occurrences(const std::string& text, const std::string& what) {
  size_t count = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

// φ = (λ + 5)² / 10 from five points, certified at −5.
Certificate parabola_certificate() {
  Certificate certificate;
  certificate.model = "consistent";
  certificate.lambda = {-5};
  certificate.probability = 0.9987;
  certificate.z = 3;
  certificate.delta = certificate.epsilon = 0.01;
  certificate.s_hat = 0.001;
  certificate.phi_hat = 0.02;
  certificate.f = 0.01;
  certificate.bound = 0.013;
  certificate.c1 = certificate.c2 = certificate.verified = true;
  certificate.evidence.lengths = {4};
  certificate.evidence.nugget = 1e-8;
  for (const double lambda : {-10.0, -7.5, -5.0, -2.5, 0.0}) {
    certificate.evidence.lambda.push_back({lambda});
    certificate.evidence.phi.push_back((lambda + 5) * (lambda + 5) / 10);
  }
  return certificate;
}

TEST(Html, EscapesWhatMeansSomething) {
  EXPECT_EQ(html_text("a<b> & \"c\" 'd' λ*"), "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; λ*");
}

TEST(Html, JsonCannotEndItsScript) {
  const Json json = {{"name", "</script><!--<script>"}};
  EXPECT_THAT(script_json(json), Not(HasSubstr("<")));
  EXPECT_EQ(Json::parse(script_json(json)), json);
  EXPECT_NO_THROW(script_json({{"name", "\xff\xfe"}}));
}

TEST(Html, NumbersHaveSixDigits) {
  EXPECT_EQ(chart_number(0.123456789).dump(), "0.123457");
  EXPECT_EQ(chart_number(-3).dump(), "-3");
  EXPECT_EQ(chart_number(1234567890).dump(), "1234570000");
  EXPECT_EQ(chart_number(1e300).dump(), "1e+300");
  EXPECT_EQ(chart_number(kNone).dump(), "null");
  EXPECT_EQ(chart_number(HUGE_VAL).dump(), "null");
}

TEST(PhiView, GoesThroughItsEvidence) {
  const auto phi = PhiView::from(parabola_certificate(), {{"l2", "l2", -10, 0}});
  ASSERT_TRUE(phi);
  const PhiSlice slice = phi->slice(0, {-5});
  ASSERT_EQ(slice.lambda.size(), 200U);
  EXPECT_DOUBLE_EQ(slice.lambda.front(), -10);
  EXPECT_DOUBLE_EQ(slice.lambda.back(), 0);
  for (size_t i = 0; i < slice.lambda.size(); ++i) {
    EXPECT_NEAR(slice.mean[i], std::pow(slice.lambda[i] + 5, 2) / 10, 0.05);
    EXPECT_GE(slice.error[i], 0);
  }
  EXPECT_NEAR(slice.mean.front(), 2.5, 1e-4);
}

TEST(PhiView, IsNotThereWithoutGoodEvidence) {
  const std::vector<Dimension> space = {{"l2", "l2", -10, 0}};
  Certificate certificate = parabola_certificate();
  certificate.evidence.phi.pop_back();
  EXPECT_FALSE(PhiView::from(certificate, space));
  certificate = parabola_certificate();
  certificate.evidence.lambda.resize(3000, {-1});
  certificate.evidence.phi.resize(3000, 1);
  EXPECT_FALSE(PhiView::from(certificate, space));
  EXPECT_FALSE(PhiView::from(Certificate(), space));
}

TEST_F(HtmlReport, OnlyNetworksHaveHiddenLayers) {
  Summary summary = summary_of_a_run();
  summary.used = R"({"model":{"kind":"linear","hidden":[100]}})";
  const std::string words = words_of(html_report(record_of(summary)));
  EXPECT_THAT(words, HasSubstr("<code>linear</code>"));
  EXPECT_THAT(words, Not(HasSubstr("hidden layers")));
}

TEST_F(HtmlReport, TellsWhatWasTunedAndTheAnswer) {
  Summary summary = summary_of_a_run();
  summary.refit->test_loss = 0.45;
  summary.used = R"({"model":{"kind":"mlp","hidden":[100,50]}})";
  const std::string page = html_report(record_of(summary));
  const std::string words = words_of(page);
  for (const char* text : {"<h1>small</h1>", "grid", "1 hyperparameter", "mlp", "100, 50", "mnist-1k",
                           "-5.0000", "0.006738", "0.4500", "0.4000", "Test data selected nothing",
                           "1 of 2 candidates diverged", "gbho tune small.toml", "1 min 15 s"}) {
    EXPECT_THAT(words, HasSubstr(text));
  }
  EXPECT_THAT(words, Not(HasSubstr("nan")));
  EXPECT_LT(words.find("id=\"answer\""), words.find("id=\"warnings\""));
  EXPECT_EQ(occurrences(page, "<!DOCTYPE html>"), 1U);
  EXPECT_EQ(occurrences(page, "</script>"), 5U);
  EXPECT_EQ(occurrences(words, " src="), 0U);
  EXPECT_EQ(occurrences(words, "http"), 1U) << "nothing but the policy's http-equiv";
}

TEST_F(HtmlReport, OfFoldsShowsTheBag) {
  Summary summary = summary_of_a_run();
  summary.data.folds = 5;
  summary.data.about = "target price: <regression>";
  summary.bag = ModelScores();
  summary.bag->validation_loss = 0.3131;
  summary.bag->test_loss = 0.2929;
  summary.bag_record = BagRecord();
  summary.bag_record->members = {{"network", {-5}, 0.8, 0.33}, {"linear", {-3}, 0.2, 0.4}};
  summary.bag_record->loss = 0.3131;
  summary.bag_record->loss_error = 0.01;
  summary.bag_record->single_loss = 0.33;
  summary.bag_record->take_home = true;
  const std::string words = words_of(html_report(record_of(summary)));
  for (const char* text : {"5 folds", "target price: &lt;regression&gt;", "the other folds", "all rows",
                           "0.3131", "Take the bag home", "of the bag model: the one to take home"}) {
    EXPECT_THAT(words, HasSubstr(text));
  }
}

TEST_F(HtmlReport, LeavesOutWhatThereIsNot) {
  const std::string page = html_report(record_of(summary_of_a_run()));
  const Json charts = data_of(page)["charts"];
  for (const char* id : {"loss_lambda", "loss_cost", "cost"}) EXPECT_TRUE(charts.contains(id)) << id;
  for (const char* id : {"phi", "gap", "mu", "rho", "parallel"}) EXPECT_FALSE(charts.contains(id)) << id;
  for (const char* id : {"id=\"certificate\"", "id=\"phi\"", "id=\"convergence\"", "id=\"parallel\""}) {
    EXPECT_THAT(words_of(page), Not(HasSubstr(id)));
  }
}

TEST_F(HtmlReport, ShowsTheCertificateAndItsModel) {
  Summary summary = summary_of_a_run();
  summary.certificate = parabola_certificate();
  std::string page = html_report(record_of(summary));
  const Json phi = data_of(page)["charts"]["phi"];
  EXPECT_EQ(phi["kind"], "curve");
  EXPECT_EQ(phi["x"].size(), 200U);
  EXPECT_EQ(phi["samples"]["x"].size(), 5U);
  EXPECT_LE(phi["low"][30], phi["y"][30]);
  EXPECT_GE(phi["high"][30], phi["y"][30]);
  EXPECT_THAT(words_of(page), HasSubstr("within 0.0130 of what φ̂ expects"));
  EXPECT_THAT(words_of(page), Not(HasSubstr("99.87 %")));
  EXPECT_THAT(words_of(page), HasSubstr("C1 holds"));
  summary.certificate->verified = summary.certificate->c2 = false;
  page = html_report(record_of(summary));
  EXPECT_THAT(words_of(page), HasSubstr("Not verified"));
  EXPECT_THAT(words_of(page), HasSubstr("C2 does not hold"));
}

TEST_F(HtmlReport, ValidationLossComesFirstAndTheCertificateIsFolded) {
  Summary summary = summary_of_a_run();
  summary.certificate = parabola_certificate();
  const std::string page = html_report(record_of(summary));
  const std::string words = words_of(page);
  const size_t trials = words.find("id=\"trials\"");
  const size_t fold = words.find("<details id=\"theory\" class=\"fold\">");
  ASSERT_NE(fold, std::string::npos);
  EXPECT_LT(words.find("id=\"answer\""), trials);
  EXPECT_LT(trials, words.find("id=\"models\""));
  EXPECT_LT(words.find("id=\"models\""), fold);
  EXPECT_LT(fold, words.find("id=\"certificate\""));
  EXPECT_LT(words.find("id=\"phi\""), words.find("</details>", words.find("data-chart=\"phi\"")));
  const Json chart = data_of(page)["charts"]["loss_lambda"];
  EXPECT_EQ(chart["ranges"], Json::parse("[[-10, 0]]"));
  EXPECT_EQ(chart["star"], Json::parse("[-5]"));
  EXPECT_EQ(chart["star_loss"], 0.4);
}

TEST_F(HtmlReport, TheHeadlineHasLossAndAccuracyOfTheModelToTakeHome) {
  Summary summary = summary_of_a_run();
  summary.refit->test_loss = 0.45;
  summary.refit->test_accuracy = 0.9024;
  std::string words = words_of(html_report(record_of(summary)));
  EXPECT_THAT(words, HasSubstr("<dt>Test loss</dt><dd>0.4500<small>of the refit model"));
  EXPECT_THAT(words, HasSubstr("<dt>Test accuracy</dt><dd>90.24 %<small>right, by the refit model"));
  EXPECT_THAT(words, HasSubstr("88.00 % right; of the consistent model"));
  summary.refit_check = RefitCheck{"test", 0.5, 0.66, 0.03};
  words = words_of(html_report(record_of(summary)));
  EXPECT_THAT(words, HasSubstr("the refit model is worse: 0.6600 against 0.5000"));
  EXPECT_THAT(words, HasSubstr("<dt>Test loss</dt><dd>0.5000<small>of the consistent model"));
  EXPECT_THAT(words, HasSubstr("<dt>Test accuracy</dt><dd>87.00 %<small>right, by the consistent model"));
}

TEST_F(HtmlReport, TwoHyperparametersHaveAMapOfTheValidationLoss) {
  const std::string page = html_report(record_of(made_up_summary(60, 2)));
  const Json map = data_of(page)["charts"]["loss_map"];
  EXPECT_EQ(map["kind"], "contour");
  EXPECT_EQ(map["logarithmic"], true);
  EXPECT_EQ(map["samples"]["x"].size(), 60U);
  EXPECT_EQ(map["star"].size(), 2U);
  EXPECT_LT(words_of(page).find("data-chart=\"loss_map\""),
            words_of(page).find("data-chart=\"loss_lambda\""));
  const Json charts = data_of(html_report(record_of(made_up_summary(60, 3))))["charts"];
  EXPECT_FALSE(charts.contains("loss_map"));
}

TEST_F(HtmlReport, DrawsTheMultipliersOfIterations) {
  Summary summary = summary_of_a_run();
  Iteration iteration;
  iteration.kind = "iteration";
  iteration.lambda = {-4};
  iteration.f = 0.3;
  iteration.phi_hat = 0.25;
  iteration.s_hat = 0.01;
  iteration.mu = 2;
  iteration.validation_loss_consistent = 0.42;
  summary.iterations.push_back(iteration);
  const Json charts = data_of(html_report(record_of(summary)))["charts"];
  EXPECT_NEAR(charts["gap"]["y"][0].get<double>(), 0.05, 1e-9);
  EXPECT_TRUE(charts.contains("mu"));
  EXPECT_FALSE(charts.contains("rho")) << "it has none";
}

TEST_F(HtmlReport, AStudyThatRunsShowsWhatThereIs) {
  StudyRecord record = running_record(summary_of_a_run(), 1);
  std::string words = words_of(html_report(record));
  EXPECT_THAT(words, HasSubstr("still running"));
  EXPECT_THAT(words, HasSubstr("Best so far"));
  EXPECT_THAT(words, HasSubstr("1 trial"));
  EXPECT_THAT(words, HasSubstr("-5.0000"));
  record.trials.clear();
  record.iterations.clear();
  words = words_of(html_report(record));
  EXPECT_THAT(words, HasSubstr("No candidate has been trained"));
}

TEST_F(HtmlReport, NamesCannotBreakThePage) {
  Summary summary = made_up_summary(5, 3);
  const std::string name = "</script><img src=x onerror=alert(1)>";
  summary.study = name;
  summary.space[0].name = name;
  summary.warnings = {name};
  StudyRecord record = record_of(summary);
  record.study_file = "# " + name;
  const std::string page = html_report(record);
  EXPECT_THAT(words_of(page), Not(HasSubstr("<img")));
  EXPECT_EQ(occurrences(page, "</script>"), 5U);
  EXPECT_EQ(data_of(page)["charts"]["loss_lambda"]["names"][0], name);
}

TEST_F(HtmlReport, ManyHyperparametersAreCutAndThePageSaysSo) {
  const std::string page = html_report(record_of(made_up_summary(50, 300)));
  const Json data = data_of(page);
  EXPECT_EQ(data["charts"]["parallel"]["dimensions"].size(), 12U);
  EXPECT_EQ(data["trials"]["lambda"].size(), 12U);
  EXPECT_THAT(words_of(page), HasSubstr("The first 12 of 300 hyperparameters are shown"));
  EXPECT_THAT(words_of(page), HasSubstr("The other 288 hyperparameters"));
  EXPECT_LT(page.size(), 7000000U);
}

TEST_F(HtmlReport, TenThousandTrialsAreAllThere) {
  const StudyRecord record = record_of(made_up_summary(10000, 4));
  const auto began = std::chrono::steady_clock::now();
  const std::string page = html_report(record);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  RecordProperty("seconds", std::to_string(took.count()));
  EXPECT_LT(page.size(), 10000000U);
  const Json data = data_of(page);
  EXPECT_EQ(data["trials"]["loss"].size(), 9980U);
  EXPECT_THAT(words_of(page), HasSubstr("20 trials diverged"));
  EXPECT_EQ(data["charts"]["parallel"]["trials"].size(), 1000U);
  EXPECT_THAT(words_of(page), HasSubstr("The best 1,000 of 9,980 trials are shown"));
}

TEST_F(HtmlReport, PhasesGiveTheBreakdown) {
  StudyRecord record = record_of(summary_of_a_run());
  Json summary = Json::parse(record.summary);
  summary["phases"] = {{{"name", "design"}, {"seconds", 3}, {"lower_solves", 8}, {"sample_gradients", 0}},
                       {{"name", "refit"}, {"seconds", 1}, {"lower_solves", 1}, {"sample_gradients", 0}}};
  record.summary = summary.dump();
  const std::string page = html_report(record);
  const Json cost = data_of(page)["charts"]["cost"];
  EXPECT_EQ(cost["rows"], Json({"time", "lower-level solves"}));
  EXPECT_EQ(cost["bars"][0]["share"][0], 75);
  EXPECT_THAT(words_of(page), HasSubstr("design"));
}

TEST_F(HtmlReport, ABrokenSummaryIsAnError) {
  StudyRecord record = record_of(summary_of_a_run());
  record.summary = "{";
  EXPECT_THROW(html_report(record), DataError);
}

TEST_F(HtmlReport, AContestHasItsTablesAndCharts) {
  Contest contest;
  contest.study = "small & fine";
  contest.seeds = {0, 1};
  contest.budget = R"({"trials":2})";
  for (const char* label : {"grid", "random:points=2", "control: default λ"}) {
    Contestant one{label, std::string(label).rfind("control", 0) == 0, {}};
    for (const uint64_t seed : contest.seeds) {
      Summary run = summary_of_a_run();
      run.seed = seed;
      run.refit->test_loss = 0.4 + 0.1 * static_cast<double>(seed) - (one.label == "grid" ? 0 : 0.05);
      one.runs.push_back(run);
    }
    contest.contestants.push_back(one);
  }
  Summary failed;
  failed.termination = Termination::kFailed;
  failed.message = "all diverged";
  contest.contestants[1].runs.push_back(failed);
  const std::string page = html_report(contest);
  const std::string words = words_of(page);
  constexpr const char* kVerdict =
      "random:points=2 is the best: its refit test loss is lower than that of grid by 0.0500 ± 0.0000; "
      "tuning";
  for (const char* text : {"<h1>small &amp; fine</h1>", "2 methods", "seeds 0 to 1", "trials 2",
                           "0.4500 ± 0.0500", kVerdict, "failed: all diverged"}) {
    EXPECT_THAT(words, HasSubstr(text));
  }
  const Json charts = data_of(page)["charts"];
  EXPECT_EQ(charts["dots"]["rows"].size(), 3U);
  EXPECT_TRUE(charts.contains("progress"));
  EXPECT_TRUE(charts.contains("quality_cost"));
}

}  // namespace
}  // namespace gbho
