#include "report/contest/contest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "gbho/record/summary_json.h"
#include "report/contest/contest_table.h"
#include "report/contest/verdict.h"
#include "support/summary_of_a_long_run.h"

namespace gbho {
namespace {

using testing::HasSubstr;
using testing::Not;

Summary run_with(uint64_t seed, double refit_loss) {
  Summary run = summary_of_a_run();
  run.seed = seed;
  run.warnings.clear();
  run.refit = ModelScores{0.1, 0.1, refit_loss, 0.99, 0.98, 1 - refit_loss};
  run.ledger.lower_solves = 10 + static_cast<int64_t>(seed);
  return run;
}

Summary failed_run(uint64_t seed) {
  Summary run;
  run.seed = seed;
  run.termination = Termination::kFailed;
  run.message = "all 2 candidates diverged";
  return run;
}

// two_sided is better than grid by 0.1 and 0.3; the control is better than both.
std::vector<Contestant> small_contest() {
  return {{"grid", false, {run_with(0, 0.4), run_with(1, 0.6)}},
          {"two_sided", false, {run_with(0, 0.3), run_with(1, 0.3)}},
          {"control: default λ", true, {run_with(0, 0.1), run_with(1, 0.1)}}};
}

// Labels were cleaned, with a weight for each of so many examples; the control has no weights.
std::vector<Contestant> cleaning_contest(size_t examples) {
  Contestant cleaner{"two_sided", false, {}};
  Contestant other{"iterative_differentiation", false, {}};
  for (const uint64_t seed : {0U, 1U}) {
    Summary run = summary_of_a_long_run(examples);
    run.seed = seed;
    run.refit->test_loss = 0.4;
    run.cleaning->f1 = seed == 0 ? 0.90 : 0.92;
    cleaner.runs.push_back(run);
    run.cleaning->f1 = 0.85;
    other.runs.push_back(run);
  }
  return {cleaner, other, {"control: default λ", true, {run_with(0, 0.1), run_with(1, 0.1)}}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(ContestTable, AveragesAndPairsBySeed) {
  const std::vector<ContestRow> rows = contest_table(small_contest());
  EXPECT_DOUBLE_EQ(rows[0].refit.mean, 0.5);
  EXPECT_NEAR(rows[0].refit.error, 0.1, 1e-12);
  EXPECT_DOUBLE_EQ(rows[0].lower_solves.mean, 10.5);
  EXPECT_EQ(rows[0].refit_difference.count, 0);
  EXPECT_NEAR(rows[1].refit_difference.mean, -0.2, 1e-12);
  EXPECT_NEAR(rows[1].refit_difference.high, -0.2 + 12.706204736 * 0.1, 1e-7);
  EXPECT_EQ(rows[0].joint.count, 0);
  EXPECT_EQ(rows[0].lambda, std::vector<double>{-5});
}

TEST(ContestTable, PairsOnlySeedsThatBothHave) {
  std::vector<Contestant> contest = small_contest();
  contest[1].runs.erase(contest[1].runs.begin());
  const std::vector<ContestRow> rows = contest_table(contest);
  EXPECT_EQ(rows[1].refit_difference.count, 1);
  EXPECT_NEAR(rows[1].refit_difference.mean, -0.3, 1e-12);
}

TEST(ContestTable, ControlsAndIncompleteRowsAreNeverBest) {
  std::vector<Contestant> contest = small_contest();
  std::vector<ContestRow> rows = contest_table(contest);
  const ContestColumn refit = contest_columns(rows)[2];
  ASSERT_EQ(refit.key, "refit_test_loss");
  EXPECT_FALSE(is_best(rows, 0, refit));
  EXPECT_TRUE(is_best(rows, 1, refit));
  EXPECT_FALSE(is_best(rows, 2, refit));
  contest[1].runs[0] = failed_run(0);
  rows = contest_table(contest);
  EXPECT_FALSE(is_best(rows, 1, refit));
}

// Contestants with a refit test loss for each seed.
Contestant entry(const std::string& label, const std::vector<double>& losses) {
  Contestant one{label, label.starts_with("control"), {}};
  for (size_t seed = 0; seed < losses.size(); ++seed) one.runs.push_back(run_with(seed, losses[seed]));
  return one;
}

TEST(ContestVerdict, TellsMethodsApartByTheirIntervals) {
  const Contestant a = entry("a", {0.30, 0.31, 0.32});
  const Contestant near = entry("near", {0.29, 0.33, 0.32});
  const Contestant far = entry("far", {0.40, 0.42, 0.41});
  const Contestant control = entry("control: default λ", {0.46, 0.46, 0.46});
  EXPECT_EQ(contest_verdict({near, a, control}),
            "No method is distinguishable from the best (a); tuning beats the default λ by 0.1500 ± 0.0248 "
            "in refit test loss.");
  EXPECT_EQ(contest_verdict({far, a}),
            "a is the best: its refit test loss is lower than that of far by 0.1000 ± 0.0248.");
  EXPECT_THAT(contest_verdict({far, entry("farther", {0.5, 0.52, 0.51}), a}),
              testing::EndsWith("0.0248, and than that of the others."));
  EXPECT_EQ(contest_verdict({far, near, a}),
            "near cannot be told from the best (a); far is worse in refit test loss.");
  EXPECT_EQ(contest_verdict({a, control}),
            "Tuning beats the default λ by 0.1500 ± 0.0248 in refit test loss.");
}

TEST(ContestVerdict, SaysThatTuningWasInVain) {
  const Contestant a = entry("a", {0.30, 0.31, 0.32});
  EXPECT_EQ(contest_verdict({a, entry("control: default λ", {0.20, 0.21, 0.22})}),
            "Tuning does not beat the default λ, but is worse by 0.1000 ± 0.0000 in refit test loss.");
  EXPECT_EQ(contest_verdict({a, entry("control: default λ", {0.32, 0.31, 0.30})}),
            "Tuning is not distinguishable from the default λ (0.0000 ± 0.0497 better in refit test loss).");
}

TEST(ContestVerdict, OneSeedTiesAndNothingAtAll) {
  const Contestant a = entry("a", {0.30});
  EXPECT_EQ(contest_verdict({entry("b", {0.4}), a, entry("control: default λ", {0.5})}),
            "One seed, so there are no intervals and nothing can be told apart: a has the lowest refit test "
            "loss, 0.3000; the default λ has 0.5000.");
  EXPECT_EQ(contest_verdict({entry("a", {0.3, 0.4}), entry("b", {0.3, 0.4})}),
            "All methods have the same refit test loss in every seed.");
  EXPECT_EQ(contest_verdict({a}), "There is nothing to compare a with.");
  EXPECT_EQ(contest_verdict({{"a", false, {failed_run(0)}}}), "No method has a model to be judged by.");
}

// A method that failed once is not judged by fewer seeds than the others; without test data by validation.
TEST(ContestVerdict, JudgesLikeByLike) {
  Contestant lame = entry("lame", {0.1, 0.1, 0.1});
  lame.runs[1] = failed_run(1);
  const Contestant a = entry("a", {0.30, 0.31, 0.32});
  EXPECT_EQ(contest_verdict({lame, a, entry("far", {0.4, 0.42, 0.41})}),
            "a is the best: its refit test loss is lower than that of far by 0.1000 ± 0.0248.");
  EXPECT_THAT(contest_verdict({entry("a", {kNone, kNone}), entry("b", {kNone, kNone})}),
              HasSubstr("same validation loss in every seed"));
}

TEST(ContestVerdict, StandsOnTop) {
  const std::string verdict = contest_verdict(small_contest());
  EXPECT_THAT(contest_text(small_contest()),
              testing::StartsWith("No method is distinguishable from the best"));
  Contest contest;
  contest.seeds = {0, 1};
  contest.contestants = small_contest();
  EXPECT_EQ(nlohmann::json::parse(contest_json(contest))["verdict"], verdict);
}

TEST(ContestText, ShowsMeansErrorsAndDifferences) {
  const std::string text = contest_text(small_contest());
  EXPECT_THAT(text, HasSubstr("mean ± standard error over 2 seeds"));
  EXPECT_THAT(text, HasSubstr("0.5000 ± 0.1000"));
  EXPECT_THAT(text, HasSubstr("70.00 ± 0.00 %"));
  EXPECT_THAT(text, HasSubstr("-0.2000 [-1.4706, 1.0706]"));
  EXPECT_THAT(text, HasSubstr("Difference from grid"));
  EXPECT_THAT(text, HasSubstr("10.5"));
  EXPECT_THAT(text, HasSubstr("1,234,567"));
  EXPECT_THAT(text, HasSubstr("control: default λ"));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
  for (const std::string& line : lines_of(text)) EXPECT_LE(text_width(line), 80U) << line;
}

TEST(ContestText, BestIsBoldAndLinesUp) {
  const std::string text = contest_text(small_contest(), {true});
  EXPECT_THAT(text, HasSubstr("\033[1m0.3000 ± 0.0000\033[0m"));
  EXPECT_THAT(text, Not(HasSubstr("\033[1m0.1000")));
  EXPECT_THAT(contest_text(small_contest()), Not(HasSubstr("\033")));
  const std::vector<std::string> bold = lines_of(text);
  const std::vector<std::string> plain = lines_of(contest_text(small_contest()));
  for (size_t i = 0; i < plain.size(); ++i) EXPECT_EQ(text_width(bold[i]), text_width(plain[i])) << plain[i];
}

TEST(ContestText, OneSeedHasNoErrors) {
  const std::string text =
      contest_text({{"grid", false, {run_with(0, 0.4)}}, {"random", false, {run_with(0, 0.5)}}});
  EXPECT_THAT(text, Not(HasSubstr("±")));
  EXPECT_THAT(text, HasSubstr("One seed: no standard errors"));
}

TEST(ContestText, FailedAndMissingRunsAreTold) {
  std::vector<Contestant> contest = small_contest();
  contest[1].runs[1] = failed_run(1);
  contest[2].runs.pop_back();
  const std::string text = contest_text(contest);
  EXPECT_THAT(text, HasSubstr("two_sided, seed 1: failed: all 2 candidates diverged"));
  EXPECT_THAT(text, HasSubstr("control: default λ: 1 of 2 runs are done"));
  EXPECT_EQ(contest_text(std::vector<Contestant>{{"grid", false, {}}}), "No run was finished.\n");
}

TEST(ContestText, TheSameWarningIsToldOnce) {
  std::vector<Contestant> contest = small_contest();
  contest[0].runs[0].warnings = {"its 0.25 is low", "look out"};
  contest[0].runs[1].warnings = {"its 0.31 is low"};
  EXPECT_THAT(contest_text(contest), HasSubstr("warning: grid (2 of 2 runs): its 0.25 is low\n"));
  EXPECT_THAT(contest_text(contest), HasSubstr("warning: grid (1 of 2 runs): look out\n"));
  EXPECT_THAT(contest_text(contest), Not(HasSubstr("0.31")));
}

TEST(ContestText, TheHeadingSaysWhatWasCompared) {
  Contest contest;
  contest.study = "small";
  contest.seeds = {0, 1};
  contest.contestants = small_contest();
  EXPECT_THAT(contest_text(contest), testing::StartsWith("small  2 methods, seeds 0 to 1, gbho "));
  EXPECT_THAT(contest_text(contest), Not(HasSubstr("budget")));
  contest.budget = R"({"sample_gradients":3e6})";
  contest.solves = 100;
  contest.interrupted = true;
  EXPECT_THAT(contest_text(contest), HasSubstr("budget of a search: sample_gradients 3e+06; every method"));
  EXPECT_THAT(contest_text(contest), HasSubstr("(100 solves)\n"));
  EXPECT_THAT(contest_text(contest), HasSubstr("interrupted: the runs that were finished\n"));
}

TEST(ContestText, CleaningHasAColumnOfItsOwn) {
  const std::string text = contest_text(cleaning_contest(5000));
  EXPECT_THAT(text, HasSubstr("test accuracy (refit), F1 of wrong labels:\n"));
  EXPECT_THAT(text, HasSubstr("91.00 ± 1.00 %"));
  EXPECT_THAT(text, Not(HasSubstr("mean λ*"))) << "nobody can read 5,001 of them";
  EXPECT_THAT(text, HasSubstr("1,234,567")) << "the cost is where it was";
  for (const std::string& line : lines_of(text)) EXPECT_LE(text_width(line), 80U) << line;
  EXPECT_THAT(contest_text(cleaning_contest(5000), {true}), HasSubstr("\033[1m91.00 ± 1.00 %\033[0m"));
  EXPECT_THAT(contest_text(small_contest()), Not(HasSubstr("F1")));
  EXPECT_THAT(contest_text(small_contest()), HasSubstr("mean λ*"));
}

TEST(ContestExport, CleaningIsInEveryFormat) {
  const std::vector<Contestant> contest = cleaning_contest(3);
  EXPECT_THAT(contest_markdown(contest), HasSubstr("| refit test accuracy | F1 | lower-level solves |"));
  EXPECT_THAT(contest_latex(contest), HasSubstr("refit test accuracy & F1 & "));
  EXPECT_THAT(contest_csv(contest), HasSubstr(",cleaning_f1_mean,cleaning_f1_error,lower_solves_mean,"));
  const std::vector<std::string> runs = lines_of(runs_csv(contest));
  EXPECT_THAT(runs[0], HasSubstr(",cleaning_precision,cleaning_recall,cleaning_f1,lower_solves,"));
  EXPECT_THAT(runs[1], HasSubstr(",0.8948,0.9424,0.9,9,"));
  for (const std::string& line : runs) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), std::count(runs[0].begin(), runs[0].end(), ','));
  }
  EXPECT_THAT(runs_csv(small_contest()), Not(HasSubstr("cleaning")));
}

TEST(ContestMarkdown, IsATableWithTheBestInBold) {
  const std::vector<std::string> lines = lines_of(contest_markdown(small_contest()));
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_THAT(lines[0], testing::StartsWith("| method | λ\\* | joint test loss |"));
  EXPECT_THAT(lines[3], HasSubstr("| two_sided | -5.00 | - |"));
  EXPECT_THAT(lines[3], HasSubstr("| **0.3000 ± 0.0000** |"));
  EXPECT_THAT(lines[4], Not(HasSubstr("**")));
  for (const std::string& line : lines) EXPECT_EQ(std::count(line.begin(), line.end(), '|'), 13) << line;
}

TEST(ContestLatex, EscapesAndBalances) {
  const std::string text = contest_latex(small_contest());
  EXPECT_THAT(text, HasSubstr("two\\_sided & -5.00 & "));
  EXPECT_THAT(text, HasSubstr("\\textbf{0.3000 $\\pm$ 0.0000}"));
  EXPECT_THAT(text, HasSubstr("70.00 $\\pm$ 0.00 \\%"));
  EXPECT_THAT(text, HasSubstr("control: default $\\lambda$"));
  for (const char* raw : {"±", "λ", " %", "−"}) EXPECT_THAT(text, Not(HasSubstr(raw)));
  for (const std::string& line : lines_of(text)) {
    if (!line.ends_with("\\\\")) continue;
    EXPECT_EQ(std::count(line.begin(), line.end(), '&'), 11) << line;
  }
}

TEST(ContestCsv, OneLineAContestantAndOneARun) {
  const std::vector<std::string> table = lines_of(contest_csv(small_contest()));
  ASSERT_EQ(table.size(), 4U);
  EXPECT_THAT(table[0],
              testing::StartsWith("label,control,runs,failed,lambda_l2_mean,joint_test_loss_mean,"));
  EXPECT_THAT(table[1], testing::StartsWith("grid,false,2,0,-5,,,0.5,0,0.5,"));

  std::vector<Contestant> contest = small_contest();
  contest[0].runs[0].message = "said \"a, b\"";
  const std::vector<std::string> runs = lines_of(runs_csv(contest));
  ASSERT_EQ(runs.size(), 7U);
  EXPECT_THAT(runs[0],
              testing::StartsWith("label,control,method,seed,termination,lambda_l2,joint_train_loss"));
  EXPECT_THAT(runs[1],
              testing::StartsWith("grid,false,grid,0,finished,-5,,,,,,,0.1,0.4,0.5,0.99,0.88,0.87,"));
  EXPECT_THAT(runs[1], testing::EndsWith(",\"said \"\"a, b\"\"\""));
  EXPECT_EQ(std::count(runs[0].begin(), runs[0].end(), ','), std::count(runs[2].begin(), runs[2].end(), ','));
}

TEST(ContestJson, HoldsTableAndRuns) {
  Contest contest;
  contest.study = "small";
  contest.seeds = {0, 1};
  contest.budget = R"({"trials":5})";
  contest.solves = 5;
  contest.contestants = small_contest();
  const auto json = nlohmann::ordered_json::parse(contest_json(contest));
  EXPECT_EQ(json["study"], "small");
  EXPECT_EQ(json["budget"]["trials"], 5);
  EXPECT_EQ(json["solves"], 5);
  ASSERT_EQ(json["table"].size(), 3U);
  EXPECT_DOUBLE_EQ(json["table"][0]["refit_test_loss"]["mean"].get<double>(), 0.5);
  EXPECT_EQ(json["table"][0]["joint_test_loss"]["mean"], nullptr);
  EXPECT_EQ(json["table"][2]["control"], true);
  ASSERT_EQ(json["runs"].size(), 6U);
  EXPECT_EQ(json["runs"][2]["label"], "two_sided");
  EXPECT_EQ(summary_from_json(json["runs"][2].dump()).seed, 0U);
}

TEST(ContestJson, RunsCarryTheirTraceAndTheirCleaning) {
  Contest contest;
  contest.seeds = {0, 1};
  contest.contestants = cleaning_contest(3);
  const auto json = nlohmann::ordered_json::parse(contest_json(contest));
  EXPECT_DOUBLE_EQ(json["table"][0]["cleaning_f1"]["mean"].get<double>(), 0.91);
  EXPECT_EQ(json["table"][2]["cleaning_f1"]["count"], 0);
  const auto& run = json["runs"][1];
  EXPECT_EQ(run["label"], "two_sided");
  ASSERT_EQ(run["trace"].size(), 11U);
  EXPECT_EQ(run["trace"][5]["refit"]["test_loss"], 0.45);
  EXPECT_EQ(run["cleaning"]["f1"], 0.92);
  EXPECT_EQ(json["runs"][4]["cleaning"], nullptr);
}

}  // namespace
}  // namespace gbho
