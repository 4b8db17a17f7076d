#include "suite/suite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gbho/base/error.h"
#include "suite/run_suite.h"
#include "suite/suite_report.h"

namespace gbho {
namespace {

using testing::HasSubstr;

SuiteOptions quick(const std::vector<std::string>& methods, const std::vector<std::string>& instances = {}) {
  SuiteOptions options;
  options.scale = SuiteScale::kQuick;
  options.methods = methods;
  options.instances = instances;
  options.runtime.threads = 1;
  return options;
}

// A run as a suite would see it.
Contestant contestant(const std::string& label, const std::vector<double>& losses, bool control = false) {
  Contestant made{label, control, {}};
  for (size_t k = 0; k < losses.size(); ++k) {
    Summary run;
    run.seed = k;
    run.refit.emplace();
    run.refit->test_loss = losses[k];
    made.runs.push_back(run);
  }
  return made;
}

SuiteResult result_of(std::vector<Contestant> contestants) {
  SuiteResult result;
  result.instance.name = "one";
  result.instance.title = "One table";
  result.instance.columns = {{"loss", "refit test loss", ContestColumn::Kind::kLoss,
                              ContestColumn::Best::kLowest,
                              [](const Summary& run) { return run.refit->test_loss; }}};
  result.contestants = std::move(contestants);
  return result;
}

TEST(Suites, HaveNamesThatAreFound) {
  for (const Suite& suite : suites()) {
    EXPECT_EQ(&find_suite(suite.name), &suite);
    EXPECT_FALSE(suite.about.empty());
    EXPECT_THAT(suite_list(), HasSubstr(suite.name));
  }
  try {
    find_suite("vpbgd-cleanin");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("vpbgd-cleaning"));
  }
}

TEST(Suites, StandByThePairedDifference) {
  const std::vector<double> base = {0.5, 0.9, 0.7, 0.6};
  const auto shifted = [&](double by, double wobble) {
    std::vector<double> values = base;
    for (size_t k = 0; k < values.size(); ++k) values[k] += by + (k % 2 == 0 ? wobble : -wobble);
    return values;
  };
  const Contestant rival = contestant("vpbgd", base);
  EXPECT_THAT(standing(result_of({contestant("two_sided", shifted(-0.1, 0.01)), rival})),
              HasSubstr("two_sided is ahead of vpbgd"));
  EXPECT_THAT(standing(result_of({contestant("two_sided", shifted(0.001, 0.02)), rival})),
              HasSubstr("two_sided is level with vpbgd"));
  EXPECT_THAT(standing(result_of({contestant("two_sided", shifted(0.1, 0.01)), rival})),
              HasSubstr("two_sided is behind vpbgd"));
  // A control does not compete, however good.
  EXPECT_THAT(standing(result_of({contestant("two_sided", shifted(-0.1, 0.01)), rival,
                                  contestant("control: all", {0, 0, 0, 0}, true)})),
              HasSubstr("ahead of vpbgd"));
}

TEST(Suites, MarkTheBestOfAColumn) {
  const std::vector<SuiteResult> results = {
      result_of({contestant("two_sided", {0.2, 0.4}), contestant("f2sa", {0.3, 0.5})})};
  const std::string text = suite_text(suites().front(), results);
  EXPECT_THAT(text, HasSubstr("0.3000 ± 0.1000 *"));
  EXPECT_THAT(text, testing::Not(HasSubstr("0.4000 ± 0.1000 *")));
  EXPECT_THAT(suite_markdown(suites().front(), results, "gbho suite one"), HasSubstr("**0.3000 ± 0.1000**"));
  const auto json = nlohmann::json::parse(suite_json(suites().front(), results));
  EXPECT_EQ(json["instances"][0]["rows"][1]["loss"]["runs"], (std::vector<double>{0.3, 0.5}));
}

TEST(Suites, RunProblemsWithAKnownAnswer) {
  const std::vector<SuiteResult> results =
      run_suite(find_suite("benchopt-quadratics"), quick({"two_sided", "random"}));
  ASSERT_EQ(results.size(), 1U);
  ASSERT_EQ(results[0].contestants.size(), 2U);
  const SuiteColumn& slope = results[0].instance.columns.front();
  const double gradients = slope.score(results[0].contestants[0].runs.at(0));
  const double drawn = slope.score(results[0].contestants[1].runs.at(0));
  EXPECT_GT(gradients, 0);
  EXPECT_LT(gradients, 0.01 * drawn);  // one follows slopes, the other does not
}

TEST(Suites, RunContestsWithBaselines) {
  const std::vector<SuiteResult> results =
      run_suite(find_suite("table-features"), quick({"random:points=3"}, {"wine"}));
  ASSERT_EQ(results.size(), 1U);
  ASSERT_EQ(results[0].contestants.size(), 2U);
  EXPECT_EQ(results[0].contestants[0].label, "random:points=3");
  EXPECT_FALSE(results[0].contestants[0].control);
  EXPECT_EQ(results[0].contestants[1].label, "one penalty for all: grid");
  EXPECT_TRUE(results[0].contestants[1].control);
  EXPECT_EQ(results[0].contestants[0].runs.at(0).space.size(), 13U);
  EXPECT_EQ(results[0].contestants[1].runs.at(0).space.size(), 1U);
}

TEST(Suites, CountKeptRowsAsVpbgdDoes) {
  const SuiteInstance instance = vpbgd_cleaning(SuiteScale::kQuick).front();
  const auto column = std::find_if(instance.columns.begin(), instance.columns.end(),
                                   [](const SuiteColumn& own) { return own.key == "f1_kept"; });
  ASSERT_NE(column, instance.columns.end());
  // All wrong ones flagged and nothing else: of the 2,750 that are kept 2,500 had their label left alone.
  Summary run;
  run.cleaning = Cleaning{5000, 2250, 2250, 2250, 1, 1, 1};
  EXPECT_NEAR(column->score(run), 2 * (10.0 / 11) / (10.0 / 11 + 1), 1e-12);
  // None flagged.
  run.cleaning = Cleaning{5000, 2250, 0, 0};
  EXPECT_NEAR(column->score(run), 2 * 0.5 / (0.5 + 1), 1e-12);
}

TEST(Suites, StopWhenAsked) {
  SuiteOptions options = quick({"random:points=3"});
  options.stop = [] { return true; };
  const std::vector<SuiteResult> results = run_suite(find_suite("benchopt-quadratics"), options);
  ASSERT_EQ(results.size(), 1U);
  EXPECT_TRUE(results[0].interrupted);
  EXPECT_TRUE(results[0].contestants.at(0).runs.empty());
}

}  // namespace
}  // namespace gbho
