#include "gbho/study/compare.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "gbho/study/run.h"
#include "study/contest_plan.h"
#include "study/controls.h"
#include "study_text.h"

namespace gbho {
namespace {

using testing::HasSubstr;

Study read_small(const std::vector<StudyOverride>& changes) {
  std::vector<StudyOverride> all = {"model.kind=linear", "hyperparameter.l2.layers=[\"output\"]",
                                    "lower.batch=200"};
  all.insert(all.end(), changes.begin(), changes.end());
  return parse(kGoodStudy, all);
}

CompareOptions small_contest_options() {
  CompareOptions options;
  options.methods = {"grid", "random:points=2"};
  options.seeds = 2;
  options.controls = false;
  return options;
}

std::string contest_error(const CompareOptions& options) {
  int progress = 0;
  CompareOptions watched = options;
  watched.on_progress = [&](const ContestProgress&) { ++progress; };
  try {
    compare(read_small, watched);
  } catch (const ConfigError& error) {
    EXPECT_EQ(progress, 0) << "something was trained";
    return error.what();
  }
  return "";
}

TEST(Compare, RunsEveryMethodWithEverySeed) {
  const Contest contest = compare(read_small, small_contest_options());
  EXPECT_EQ(contest.study, "small");
  EXPECT_EQ(contest.seeds, (std::vector<uint64_t>{3, 4}));
  ASSERT_EQ(contest.contestants.size(), 2U);
  EXPECT_EQ(contest.contestants[1].label, "random:points=2");
  for (const Contestant& contestant : contest.contestants) {
    ASSERT_EQ(contestant.runs.size(), 2U);
    EXPECT_EQ(contestant.runs[0].seed, 3U);
    EXPECT_EQ(contestant.runs[1].seed, 4U);
    EXPECT_THAT(contestant.runs[1].given, HasSubstr("\"seed\":4"));
  }
  EXPECT_EQ(contest.contestants[0].runs[0].iterations.size(), 3U);
  EXPECT_EQ(contest.contestants[1].runs[0].iterations.size(), 2U);
}

// A run of a contest is the run that `gbho tune` makes with that method and seed.
TEST(Compare, RunsAreThoseOfTune) {
  const Contest contest = compare(read_small, small_contest_options());
  PreparedStudy alone = prepare(read_small({"seed=4", "method=random", "random.points=2"}));
  const Summary tuned = run(alone).summary;
  const Summary& run = contest.contestants[1].runs[1];
  EXPECT_EQ(run.lambda, tuned.lambda);
  EXPECT_EQ(run.refit->test_loss, tuned.refit->test_loss);
  EXPECT_EQ(run.used, tuned.used);
  EXPECT_EQ(run.ledger.sample_gradients, tuned.ledger.sample_gradients);
}

TEST(Compare, BadInputIsRefusedBeforeAnythingIsTrained) {
  CompareOptions options = small_contest_options();
  options.methods = {"grid", "gird"};
  EXPECT_THAT(contest_error(options), HasSubstr("did you mean 'grid'?"));
  options.methods = {"grid", "grid"};
  EXPECT_THAT(contest_error(options), HasSubstr("'grid' is given twice"));
  options.methods = {};
  EXPECT_THAT(contest_error(options), HasSubstr("--methods gbho,two_sided"));
  options.methods = {"grid", "random:pionts=2"};
  EXPECT_THAT(contest_error(options), HasSubstr("did you mean 'random.points'?"));
  options.methods = {"grid", "random:points"};
  EXPECT_THAT(contest_error(options), HasSubstr("--methods random:points: expected"));
  options.methods = {"grid", "random:points=0"};
  EXPECT_THAT(contest_error(options), HasSubstr("random.points = 0"));
  options = small_contest_options();
  options.budget = {"trails=3"};
  EXPECT_THAT(contest_error(options), HasSubstr("did you mean 'trials'?"));
  options.budget = {"trials=-3"};
  EXPECT_THAT(contest_error(options), HasSubstr("--budget trials=-3: expected a positive number"));
  options.budget = {"trials=2.5"};
  EXPECT_THAT(contest_error(options), HasSubstr("whole number"));
  options.budget = {"sample_gradients=100"};
  EXPECT_THAT(contest_error(options), HasSubstr("not enough for one lower-level solve"));
  options.budget = {};
  options.seeds = 0;
  EXPECT_THAT(contest_error(options), HasSubstr("--seeds 0"));
}

TEST(Compare, ABudgetIsUsedUpByEveryMethod) {
  CompareOptions options = small_contest_options();
  options.seeds = 1;
  options.budget = {"sample_gradients=6e3"};  // two epochs of 600 examples a solve
  const Contest contest = compare(read_small, options);
  EXPECT_EQ(contest.solves, 5);
  EXPECT_EQ(contest.budget, R"({"sample_gradients":6000.0})");
  for (const Contestant& contestant : contest.contestants) {
    EXPECT_EQ(contestant.runs[0].iterations.size(), 5U) << contestant.label;
  }
  EXPECT_THAT(contest.contestants[0].runs[0].used, HasSubstr(R"("grid":{"points":[5]})"));
}

TEST(Compare, TheTightestLimitOfABudgetCounts) {
  StudyOptions options = read_small({}).options;
  options.budget.trials = 10;
  options.budget.sample_gradients = 8 * 2 * 600;
  EXPECT_EQ(budget_solves(options, 600, kNone), 8);
  options.budget.seconds = 3.5;
  EXPECT_EQ(budget_solves(options, 600, 0.5), 7);
}

TEST(Compare, ATimedSolveTakesTime) {
  const double seconds = timed_solve(prepare(read_small({})));
  EXPECT_GT(seconds, 0);
  EXPECT_TRUE(std::isfinite(seconds));
}

TEST(Compare, AFailedRunIsARow) {
  CompareOptions options = small_contest_options();
  options.seeds = 1;
  const auto read_diverging = [](std::vector<StudyOverride> changes) {
    changes.emplace_back("hyperparameter.l2.high=41");
    changes.emplace_back("hyperparameter.l2.low=40");
    return read_small(changes);
  };
  const Contest contest = compare(read_diverging, options);
  const Summary& run = contest.contestants[0].runs.at(0);
  EXPECT_EQ(run.termination, Termination::kFailed);
  EXPECT_THAT(run.message, HasSubstr("diverged"));
  EXPECT_FALSE(run.refit);
  EXPECT_EQ(contest.contestants[1].runs.size(), 1U);
}

TEST(Compare, AnInterruptedContestKeepsWholeRuns) {
  CompareOptions options = small_contest_options();
  int finished = 0;
  options.on_progress = [&](const ContestProgress& progress) {
    finished += progress.finished != nullptr ? 1 : 0;
  };
  options.stop = [&] { return finished >= 3; };
  std::vector<std::string> kept;
  options.keep = [&](const std::string& label, const Summary&) { kept.push_back(label); };
  const Contest contest = compare(read_small, options);
  EXPECT_TRUE(contest.interrupted);
  EXPECT_EQ(contest.contestants[0].runs.size(), 2U);
  EXPECT_EQ(contest.contestants[1].runs.size(), 1U);
  EXPECT_THAT(kept, testing::ElementsAre("grid", "random:points=2", "grid"));
}

TEST(Compare, WhatIsFoundIsNotRunAgain) {
  CompareOptions options = small_contest_options();
  options.controls = true;
  std::map<std::string, Summary> archive;
  options.keep = [&](const std::string& label, const Summary& run) {
    archive[label + std::to_string(run.seed) + run.used] = run;
  };
  options.find = [&](const std::string& label, uint64_t seed,
                     const std::string& used) -> std::optional<Summary> {
    const auto found = archive.find(label + std::to_string(seed) + used);
    return found == archive.end() ? std::nullopt : std::optional(found->second);
  };
  EXPECT_EQ(compare(read_small, options).reused, 0);
  EXPECT_EQ(archive.size(), 10U);
  const Contest again = compare(read_small, options);
  EXPECT_EQ(again.reused, 10);
  EXPECT_EQ(again.contestants[4].runs.size(), 2U);
  for (auto& entry : archive) entry.second.data.checksum = "of other data";
  EXPECT_EQ(compare(read_small, options).reused, 0);
}

TEST(Compare, SaysHowLongTheRestTakes) {
  CompareOptions options = small_contest_options();
  std::vector<double> left;
  options.on_progress = [&](const ContestProgress& progress) {
    if (progress.finished != nullptr) left.push_back(progress.seconds_left);
  };
  compare(read_small, options);
  ASSERT_EQ(left.size(), 4U);
  EXPECT_GT(left[0], 0);
  EXPECT_EQ(left[3], 0);
}

TEST(Controls, TrainAsTheySay) {
  CompareOptions options = small_contest_options();
  options.controls = true;
  options.seeds = 1;
  const Contest contest = compare(read_small, options);
  ASSERT_EQ(contest.contestants.size(), 5U);
  const Contestant& standard = contest.contestants[2];
  EXPECT_EQ(standard.label, "control: default λ");
  EXPECT_TRUE(standard.control);
  EXPECT_DOUBLE_EQ(standard.runs[0].lambda[0], std::log(0.01));
  EXPECT_EQ(standard.runs[0].ledger.lower_solves, 2);

  // Trained on the 400 validation examples: the training part is unseen, as the test part is.
  const Summary& validation = contest.contestants[3].runs[0];
  EXPECT_FALSE(validation.refit);
  EXPECT_TRUE(std::isnan(validation.consistent->validation_loss));
  EXPECT_GT(validation.consistent->train_loss, standard.runs[0].consistent->train_loss);
  EXPECT_GT(validation.consistent->test_loss, 0);
  EXPECT_EQ(validation.ledger.sample_gradients, 2 * 400);
  EXPECT_EQ(validation.ledger.lower_solves, 1);

  const Summary& weak = contest.contestants[4].runs[0];
  EXPECT_EQ(weak.lambda[0], -8);
  EXPECT_TRUE(weak.refit);
  EXPECT_TRUE(weak.warnings.empty());
}

// Wrong labels are found by a model of the clean validation part alone: F1 as of any method, and a refit.
TEST(Controls, TheValidationPartAloneDoubtsWrongLabels) {
  std::string text =
      "name = \"noisy\"\nmethod = \"random\"\n[data]\nname = \"mnist-1k\"\nlabel_noise = 0.5\n";
  text +=
      "[model]\nkind = \"linear\"\n[lower]\nepochs = 60\nbatch = 0\nlearning_rate = 0.3\nmomentum = 0.9\n";
  text += "[[hyperparameter]]\nname = \"weight\"\nkind = \"example_weight\"\nper = \"example\"\n";
  const PreparedStudy prepared = prepare(parse_study(text, "noisy", "."));
  const std::vector<Control> all = controls(prepared);
  const auto run = [&](Control::Kind kind) {
    const auto one =
        std::find_if(all.begin(), all.end(), [&](const Control& own) { return own.kind == kind; });
    EXPECT_NE(one, all.end());
    return run_control(*one, prepared, {0.3, 0.9, {}});
  };
  const Summary plain = run(Control::Kind::kDefault);
  const Summary doubted = run(Control::Kind::kDoubted);
  const Summary clean = run(Control::Kind::kClean);
  ASSERT_TRUE(doubted.cleaning);
  EXPECT_GT(doubted.cleaning->f1, 0.85);
  EXPECT_LT(doubted.cleaning->f1, clean.cleaning->f1);
  EXPECT_GT(doubted.refit->test_accuracy, plain.refit->test_accuracy + 0.02);
  EXPECT_GT(doubted.ledger.sample_gradients, clean.ledger.sample_gradients);
  EXPECT_FALSE(run(Control::Kind::kValidationOnly).cleaning);
}

// What chooses when to stop is known to be right too: the control has both parts, and nothing of the training
// part.
TEST(Controls, AllCleanRowsAreTheValidationAndTheSelectionPart) {
  const auto read_with_selection = [](std::vector<StudyOverride> changes) {
    changes.emplace_back("data.split=[0.5, 0.2, 0.3]");
    return read_small(changes);
  };
  CompareOptions options = small_contest_options();
  options.methods = {"grid"};
  options.controls = true;
  options.seeds = 1;
  const Contest contest = compare(read_with_selection, options);
  const auto control = [&](const std::string& label) -> const Summary& {
    for (const Contestant& one : contest.contestants) {
      if (one.label == label) return one.runs.at(0);
    }
    throw std::out_of_range(label);
  };
  const Summary& both = control("control: validation and selection only");
  const Summary& one = control("control: validation only");
  EXPECT_EQ(one.ledger.sample_gradients, 2 * 200);
  EXPECT_EQ(both.ledger.sample_gradients, 2 * 500);
  EXPECT_LT(both.consistent->test_loss, one.consistent->test_loss);
  EXPECT_FALSE(both.refit);
  EXPECT_TRUE(std::isnan(both.consistent->validation_loss));
}

TEST(Controls, TheDefaultStaysInTheBox) {
  CompareOptions options = small_contest_options();
  options.methods = {"grid"};
  options.controls = true;
  options.seeds = 1;
  const auto read_narrow = [](std::vector<StudyOverride> changes) {
    changes.emplace_back("hyperparameter.l2.high=-6");
    return read_small(changes);
  };
  EXPECT_EQ(compare(read_narrow, options).contestants[1].runs[0].lambda[0], -6);
}

// A network on the validation part has no pilot of its own: it takes the learning rate of the first control.
TEST(Controls, ShareThePilotsChoice) {
  CompareOptions options = small_contest_options();
  options.methods = {"grid"};
  options.controls = true;
  options.seeds = 1;
  const auto read_pilot = [](std::vector<StudyOverride> changes) {
    changes.emplace_back("lower.learning_rate=[1e-6, 0.1]");
    return read_small(changes);
  };
  const Contest contest = compare(read_pilot, options);
  for (const Contestant& contestant : contest.contestants) {
    EXPECT_EQ(contestant.runs[0].pilot.learning_rate, 0.1) << contestant.label;
  }
}

}  // namespace
}  // namespace gbho
