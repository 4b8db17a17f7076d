#include "gbho/methods/tune.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/methods/grid.h"
#include "support/small_problem.h"

namespace gbho {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Summary run_grid(const NetworkProblem& problem, const TuneOptions& options, int64_t points = 4) {
  GridMethod method({{points}});
  return tune(method, problem, options);
}

TEST(Tune, ReportsThreeModels) {
  const NetworkProblem problem = small_problem();
  const Summary summary = run_grid(problem, small_options());
  EXPECT_EQ(summary.termination, Termination::kFinished);
  EXPECT_FALSE(summary.joint.has_value());
  ASSERT_TRUE(summary.consistent.has_value());
  ASSERT_TRUE(summary.refit.has_value());
  for (const auto* model : {&*summary.consistent, &*summary.refit}) {
    EXPECT_TRUE(std::isfinite(model->scores.train_loss));
    EXPECT_TRUE(std::isfinite(model->scores.validation_loss));
    EXPECT_TRUE(std::isfinite(model->scores.test_loss));
    EXPECT_GT(model->scores.test_accuracy, 0.4);
    EXPECT_EQ(model->weights.at(0).size(0), 1);
  }
  EXPECT_NE(summary.consistent->scores.test_loss, summary.refit->scores.test_loss);
}

TEST(Tune, ScoresMatchTheWeights) {
  const NetworkProblem problem = small_problem();
  const Summary summary = run_grid(problem, small_options());
  Ledger ledger;
  const Scores scores =
      evaluate(*problem.level.model, summary.refit->weights, problem.test, small_options().runtime, ledger);
  EXPECT_EQ(scores.loss[0], summary.refit->scores.test_loss);
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
  EXPECT_TRUE(std::isnan(summary.refit->scores.test_loss));
  EXPECT_TRUE(std::isfinite(summary.refit->scores.validation_loss));
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
  EXPECT_LT(scaled.refit->scores.train_loss, kept.refit->scores.train_loss);
}

TEST(Tune, PhasesFollowOneAnother) {
  TuneOptions options = small_options();
  options.lower.learning_rate = {0.1, 0.05};
  std::vector<std::string> finished;
  double last = -1;
  options.on_progress = [&](const Progress& progress) {
    if (progress.fraction == 0) last = -1;
    EXPECT_GE(progress.fraction, last);
    last = progress.fraction;
    if (progress.finished) finished.push_back(progress.phase);
  };
  run_grid(small_problem(), options);
  EXPECT_THAT(finished, ElementsAre("pilot", "search", "refit"));
}

TEST(Tune, InterruptedInTheRefitKeepsLambda) {
  TuneOptions options = small_options();
  std::string phase;
  options.on_progress = [&](const Progress& progress) { phase = progress.phase; };
  options.stop = [&] { return phase == "refit"; };
  const Summary summary = run_grid(small_problem(), options);
  EXPECT_EQ(summary.termination, Termination::kInterrupted);
  EXPECT_EQ(summary.lambda.size(), 1U);
  EXPECT_TRUE(summary.consistent.has_value());
  EXPECT_FALSE(summary.refit.has_value());
}

TEST(Tune, InterruptedInThePilotHasNoLambda) {
  TuneOptions options = small_options();
  options.lower.learning_rate = {0.1, 0.05};
  options.stop = [] { return true; };
  const Summary summary = run_grid(small_problem(), options);
  EXPECT_EQ(summary.termination, Termination::kInterrupted);
  EXPECT_TRUE(summary.lambda.empty());
  EXPECT_THAT(summary.message, HasSubstr("pilot"));
}

}  // namespace
}  // namespace gbho
