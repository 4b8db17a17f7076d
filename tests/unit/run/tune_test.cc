#include "gbho/run/tune.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "gbho/base/error.h"
#include "gbho/methods/grid.h"
#include "gbho/methods/random.h"
#include "gbho/methods/registry.h"
#include "gbho/testing/small_problem.h"

namespace gbho {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Result grid_result(const NetworkProblem& problem, const TuneOptions& options, const Callback& callback = {}) {
  return tune(*make_grid({{4}}), problem, options, callback);
}

Summary run_grid(const NetworkProblem& problem, const TuneOptions& options, const Callback& callback = {}) {
  return grid_result(problem, options, callback).summary;
}

TEST(Tune, ReportsThreeModels) {
  const NetworkProblem problem = small_problem();
  const Result result = grid_result(problem, small_options());
  const Summary& summary = result.summary;
  EXPECT_EQ(summary.termination, Termination::kFinished);
  EXPECT_FALSE(summary.joint.has_value());
  EXPECT_TRUE(result.weights.joint.empty());
  EXPECT_EQ(result.weights.consistent.at(0).size(0), 1);
  EXPECT_EQ(result.weights.refit.at(0).size(0), 1);
  ASSERT_TRUE(summary.consistent.has_value());
  ASSERT_TRUE(summary.refit.has_value());
  for (const auto* model : {&*summary.consistent, &*summary.refit}) {
    EXPECT_TRUE(std::isfinite(model->train_loss));
    EXPECT_TRUE(std::isfinite(model->validation_loss));
    EXPECT_TRUE(std::isfinite(model->test_loss));
    EXPECT_GT(model->test_accuracy, 0.4);
  }
  EXPECT_NE(summary.consistent->test_loss, summary.refit->test_loss);
}

TEST(Tune, ScoresMatchTheWeights) {
  const NetworkProblem problem = small_problem();
  const Result result = grid_result(problem, small_options());
  Ledger ledger;
  const Scores scores =
      score(*problem.level.model, result.weights.refit, problem.test, small_options().runtime, ledger);
  EXPECT_EQ(scores.loss[0], result.summary.refit->test_loss);
}

// The validation part has the labels of other clouds: to train on it makes a model worse.
NetworkProblem misleading_problem() {
  NetworkProblem problem = small_problem();
  problem.validation.y = (problem.validation.y + 1) % 3;
  problem.test = clouds(300, 3);
  return problem;
}

TEST(Tune, TellsARefitThatIsWorse) {
  const Result result = grid_result(misleading_problem(), small_options());
  const Summary& summary = result.summary;
  ASSERT_TRUE(summary.refit_check);
  EXPECT_EQ(summary.refit_check->part, "test");
  EXPECT_NEAR(summary.refit_check->consistent_loss, summary.consistent->test_loss, 1e-12);
  EXPECT_NEAR(summary.refit_check->refit_loss, summary.refit->test_loss, 1e-12);
  EXPECT_GT(summary.refit_check->error, 0);
  EXPECT_TRUE(refit_worse(summary));
  EXPECT_FALSE(refit_worse(run_grid(small_problem(), small_options())));
}

// It is known without test data where a selection part is left for it.
TEST(Tune, TheSelectionPartComparesTheModelsWhereThereIsOne) {
  NetworkProblem problem = misleading_problem();
  problem.selection = clouds(300, 4);
  const Summary with_test = run_grid(problem, small_options());
  problem.test = {};
  const Summary without = run_grid(problem, small_options());
  ASSERT_TRUE(with_test.refit_check && without.refit_check);
  EXPECT_EQ(with_test.refit_check->part, "selection");
  EXPECT_EQ(with_test.refit_check->refit_loss, without.refit_check->refit_loss);
  problem.selection = {};
  EXPECT_FALSE(run_grid(problem, small_options()).refit_check);
}

TEST(Tune, ConsistentModelIsTheOneThatWasTrained) {
  TuneOptions options = small_options();
  const Summary summary = run_grid(small_problem(), options);
  EXPECT_EQ(summary.ledger.lower_solves, 4 + 1);  // four candidates and the refit, nothing trained twice
}

TEST(Tune, WithoutATestPartThereAreNoTestScores) {
  NetworkProblem problem = small_problem();
  problem.test = {};
  const Summary summary = run_grid(problem, small_options());
  EXPECT_TRUE(std::isnan(summary.refit->test_loss));
  EXPECT_TRUE(std::isfinite(summary.refit->validation_loss));
  EXPECT_THAT(summary.warnings, testing::Contains(HasSubstr("no test part")));
}

TEST(Tune, PilotChoosesFromListsAndIsCharged) {
  TuneOptions options = small_options();
  options.lower.learning_rate = {1e-6, 0.1};
  const Summary summary = run_grid(small_problem(-8, -2), options);
  EXPECT_EQ(summary.pilot.learning_rate, 0.1);
  EXPECT_EQ(summary.pilot.trials.size(), 2U);
  EXPECT_EQ(summary.ledger.lower_solves, 2 * 3 + 4 + 1);
}

TEST(Tune, WarnsWhenLambdaIsAtABound) {
  const Summary low = run_grid(small_problem(0, 5), small_options());
  EXPECT_EQ(low.lambda, std::vector<double>{0});
  EXPECT_THAT(low.warnings, testing::Contains(HasSubstr("low bound 0")));
  EXPECT_THAT(low.warnings, testing::Contains(HasSubstr("--set hyperparameter.l2.low=-2.5")));
}

TEST(Tune, FailsWhenEveryCandidateDiverges) {
  try {
    run_grid(small_problem(40, 41), small_options());
    FAIL() << "no error";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("all 4 candidates diverged"));
  }
}

TEST(Tune, RefitCanScaleThePenalty) {
  TuneOptions options = small_options();
  const Summary kept = run_grid(small_problem(-2, 0), options);
  options.refit.scale_penalty = true;
  const Summary scaled = run_grid(small_problem(-2, 0), options);
  EXPECT_EQ(kept.lambda, scaled.lambda);
  // 60 of 90 examples: two thirds of the penalty, so a closer fit.
  EXPECT_LT(scaled.refit->train_loss, kept.refit->train_loss);
}

TEST(Tune, PhasesFollowOneAnother) {
  TuneOptions options = small_options();
  options.lower.learning_rate = {0.1, 0.05};
  std::vector<std::string> finished;
  double last = -1;
  const auto on_progress = [&](const Progress& progress) {
    if (progress.fraction == 0) last = -1;
    EXPECT_GE(progress.fraction, last);
    last = progress.fraction;
    if (progress.finished) finished.push_back(progress.phase);
  };
  run_grid(small_problem(), options, watched(on_progress, {}));
  EXPECT_THAT(finished, ElementsAre("pilot", "search", "refit"));
}

TEST(Tune, InterruptedInTheRefitKeepsLambda) {
  std::string phase;
  const Callback in_the_refit =
      watched([&](const Progress& progress) { phase = progress.phase; }, [&] { return phase == "refit"; });
  const Summary summary = run_grid(small_problem(), small_options(), in_the_refit);
  EXPECT_EQ(summary.termination, Termination::kInterrupted);
  EXPECT_EQ(summary.lambda.size(), 1U);
  EXPECT_TRUE(summary.consistent.has_value());
  EXPECT_FALSE(summary.refit.has_value());
}

TEST(Tune, InterruptedInThePilotHasNoLambda) {
  TuneOptions options = small_options();
  options.lower.learning_rate = {0.1, 0.05};
  const Summary summary = run_grid(small_problem(), options, watched({}, [] { return true; }));
  EXPECT_EQ(summary.termination, Termination::kInterrupted);
  EXPECT_TRUE(summary.lambda.empty());
  EXPECT_THAT(summary.message, HasSubstr("pilot"));
}

TEST(Tune, SaysWhenTheBudgetOfSecondsEndedIt) {
  TuneOptions options = small_options();
  options.budget.seconds = 1;
  for (const char* name : {"grid", "random"}) {
    const std::unique_ptr<Method> method =
        std::string(name) == "grid" ? make_grid({{40}}) : make_random({40});
    bool slept = false;
    const Summary summary = tune(*method, small_problem(), options, [&](const Event& event) {
                              if (event.iteration != nullptr && !slept) {
                                std::this_thread::sleep_for(std::chrono::milliseconds(1100));
                                slept = true;
                              }
                              return Next::kContinue;
                            }).summary;
    EXPECT_EQ(summary.termination, Termination::kBudget) << name;
    EXPECT_THAT(summary.message, HasSubstr("budget")) << name;
    EXPECT_LT(summary.iterations.size(), 40U) << name;
    EXPECT_GT(summary.iterations.size(), 0U) << name;
    EXPECT_TRUE(summary.refit.has_value()) << name;
  }
}

TEST(Tune, ProgressNeverGoesBackWithinAPhase) {
  for (const char* name : {"gbho", "two_sided", "penalty", "unrolled", "hyperband", "random"}) {
    const std::unique_ptr<Method> method = create_method(name);
    std::string phase;
    double fraction = 0;
    bool counts_epochs = false;
    bool counts_rounds = false;
    tune(*method, small_problem(), small_options(),
         watched(
             [&](const Progress& progress) {
               if (progress.phase != phase) {
                 fraction = 0;
                 counts_epochs = counts_rounds = false;
               }
               phase = progress.phase;
               EXPECT_GE(progress.fraction, fraction) << name << ", " << phase;
               fraction = progress.fraction;
               counts_epochs = counts_epochs || progress.epochs > 0;
               const bool between = progress.epochs == 0 && fraction > 0 && fraction < 1;
               counts_rounds = counts_rounds || between;
               EXPECT_FALSE(counts_epochs && counts_rounds) << name << ", " << phase;
             },
             {}));
  }
}

TEST(Tune, ToldToStopItTrainsTheModelsOfWhatItHas) {
  TuneOptions options = small_options();
  options.budget.seconds =
      1000;  // candidates are then trained in groups, so that there is something to leave out
  int64_t told = 0;
  const Summary summary = tune(*make_random({40}), small_problem(), options, [&](const Event& event) {
                            if (event.iteration != nullptr) ++told;
                            return told > 0 ? Next::kStop : Next::kContinue;
                          }).summary;
  EXPECT_EQ(summary.termination, Termination::kStopped);
  EXPECT_THAT(summary.message, HasSubstr("stopped as asked"));
  EXPECT_LT(summary.iterations.size(), 40U);
  EXPECT_TRUE(summary.refit.has_value());
}

}  // namespace
}  // namespace gbho
