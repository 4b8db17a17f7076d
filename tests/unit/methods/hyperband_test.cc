#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gbho/base/error.h"
#include "gbho/run/tune.h"
#include "gbho/testing/small_problem.h"
#include "methods/sampling/hyperband_method.h"
#include "methods/sampling/hyperband_plan.h"

namespace gbho {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::vector<int64_t>> trials_of(const std::vector<Bracket>& brackets) {
  std::vector<std::vector<int64_t>> trials;
  for (const Bracket& bracket : brackets) {
    trials.emplace_back();
    for (const Rung& rung : bracket) trials.back().push_back(rung.trials);
  }
  return trials;
}

std::vector<int64_t> epochs_of(const Bracket& bracket) {
  std::vector<int64_t> epochs;
  for (const Rung& rung : bracket) epochs.push_back(rung.epochs);
  return epochs;
}

Summary tune_by_halving(const HyperbandOptions& options, const TuneOptions& tuning = small_options()) {
  HyperbandMethod method(options);
  return tune(method, small_problem(), tuning).summary;
}

TEST(Hyperband, HasTheBracketsOfThePapersTool) {
  const std::vector<Bracket> brackets = hyperband_brackets({100, 3, 1});
  EXPECT_THAT(trials_of(brackets), ElementsAre(ElementsAre(98, 33, 11, 4, 2), ElementsAre(41, 14, 5, 2),
                                               ElementsAre(18, 6, 2), ElementsAre(9, 3), ElementsAre(6)));
  EXPECT_THAT(epochs_of(brackets[0]), ElementsAre(2, 4, 12, 34, 100));
  EXPECT_THAT(epochs_of(brackets[4]), ElementsAre(100));
  EXPECT_EQ(loop_cost(brackets).trials, 254);
}

TEST(Hyperband, PowersOfTheFactorGetNoExtraRung) {
  // log₃ 81 = 4 exactly, but not in floating point.
  const std::vector<Bracket> brackets = hyperband_brackets({81, 3, 1});
  ASSERT_EQ(brackets.size(), 5U);
  EXPECT_THAT(epochs_of(brackets[0]), ElementsAre(1, 3, 9, 27, 81));
  EXPECT_THAT(trials_of(brackets)[0], ElementsAre(81, 27, 9, 3, 1));
}

TEST(Hyperband, OneEpochIsOneBracket) {
  EXPECT_THAT(trials_of(hyperband_brackets({1, 3, 1})), ElementsAre(ElementsAre(1)));
}

TEST(Hyperband, ThePlanShowsEveryBracket) {
  const std::string plan = HyperbandMethod({100, 3, 1}).plan();
  EXPECT_THAT(plan, HasSubstr("98 × 2"));
  EXPECT_THAT(plan, HasSubstr("6 × 100"));
  EXPECT_THAT(plan, HasSubstr("254 trials"));
}

TEST(Hyperband, PaysForTheEpochsItTrains) {
  const HyperbandOptions options{9, 3, 2};
  const Summary summary = tune_by_halving(options);
  const LoopCost loop = loop_cost(hyperband_brackets(options));
  // Two loops, the solve at λ* (5 epochs of 60 examples) and the refit (5 of 90).
  EXPECT_EQ(summary.ledger.sample_gradients, 2 * loop.epochs * 60 + 5 * 60 + 5 * 90);
  EXPECT_EQ(summary.ledger.lower_solves, 2 * loop.trials + 2);
}

TEST(Hyperband, PromotedTrialsGoOnWithTheirWeights) {
  // The last trial of the first bracket has been trained in three parts; trained in one it must be the same.
  const Summary summary = tune_by_halving({9, 3, 1});
  const Bracket first = hyperband_brackets({9, 3, 1}).front();
  size_t last = 0;
  for (const Rung& rung : first) last += static_cast<size_t>(rung.trials);
  const Iteration& trial = summary.iterations.at(last - 1);
  TuneOptions whole = small_options();
  whole.lower.epochs = 9;
  const NetworkProblem problem = small_problem();
  MethodContext context(problem, whole);
  const Evaluation direct = context.train(torch::tensor(trial.lambda, torch::kDouble).unsqueeze(0)).front();
  EXPECT_DOUBLE_EQ(trial.upper, direct.validation_loss);
}

TEST(Hyperband, PromotesTheBest) {
  const Summary summary = tune_by_halving({9, 3, 1});
  const Bracket first = hyperband_brackets({9, 3, 1}).front();
  const auto begin = summary.iterations.begin();
  const auto end = begin + first[0].trials;
  std::vector<Iteration> order(begin, end);
  std::stable_sort(order.begin(), order.end(),
                   [](const Iteration& a, const Iteration& b) { return a.upper < b.upper; });
  for (int64_t i = 0; i < first[1].trials; ++i)
    EXPECT_EQ((end + i)->lambda, order[static_cast<size_t>(i)].lambda);
}

TEST(Hyperband, TrialsAreNotSolutionsOfTheLowerLevel) {
  const Summary summary = tune_by_halving({9, 3, 1});
  ASSERT_FALSE(summary.iterations.empty());
  double best = INFINITY;
  std::vector<double> best_lambda;
  for (size_t i = 0; i + 1 < summary.iterations.size(); ++i) {
    const Iteration& trial = summary.iterations[i];
    EXPECT_EQ(trial.kind, "trial");
    EXPECT_TRUE(std::isnan(trial.phi));
    EXPECT_TRUE(std::isnan(trial.validation_loss_consistent));
    if (trial.upper < best) {
      best = trial.upper;
      best_lambda = trial.lambda;
    }
  }
  EXPECT_EQ(summary.iterations.back().kind, "sample");
  EXPECT_EQ(summary.lambda, best_lambda);
}

TEST(Hyperband, ABudgetOfTrialsEndsIt) {
  TuneOptions tuning = small_options();
  tuning.budget.trials = 20;
  const Summary summary = tune_by_halving({100, 3, 1}, tuning);
  EXPECT_EQ(summary.termination, Termination::kBudget);
  EXPECT_EQ(summary.ledger.lower_solves, 20 + 2);
}

TEST(Hyperband, ABudgetOfSampleGradientsKeepsASolveForTheEnd) {
  TuneOptions tuning = small_options();
  tuning.budget.sample_gradients = 60 * (100 + 5);  // 50 trials of 2 epochs, and the solve at λ*
  const Summary summary = tune_by_halving({100, 3, 1}, tuning);
  EXPECT_EQ(summary.termination, Termination::kBudget);
  EXPECT_EQ(summary.ledger.lower_solves, 50 + 2);
  EXPECT_EQ(summary.ledger.sample_gradients, 60 * 105 + 5 * 90);
}

TEST(Hyperband, TrainsAsLongAsTheStudySays) {
  // small_options: 5 epochs. The longest rung of every bracket is a whole solve.
  const Summary unsaid = tune_by_halving({});
  EXPECT_EQ(unsaid.ledger.sample_gradients, tune_by_halving({5, 3, 1}).ledger.sample_gradients);
  HyperbandMethod method;
  method.settle(small_problem(), small_options().lower);
  EXPECT_EQ(std::get<int64_t>(option_value(method.options()[0])), 5);
}

TEST(Hyperband, RefusesLbfgs) {
  TuneOptions tuning = small_options();
  tuning.lower.optimizer = "lbfgs";
  EXPECT_THROW(tune_by_halving({}, tuning), ConfigError);
}

TEST(Hyperband, BadOptionsAreNamed) {
  const Space space({{"l2", "l2", -8, 2}});
  EXPECT_THROW(HyperbandMethod({-1, 3, 1}).validate(space), ConfigError);
  EXPECT_THROW(HyperbandMethod({100, 1, 1}).validate(space), ConfigError);
  EXPECT_THROW(HyperbandMethod({100, 3, 0}).validate(space), ConfigError);
  EXPECT_THROW(HyperbandMethod({100, NAN, 1}).validate(space), ConfigError);
}

TEST(Hyperband, FillsABudgetWithLoops) {
  HyperbandMethod method({100, 3, 1});
  method.fill(Space({{"l2", "l2", -8, 2}}), 100);
  const double one = static_cast<double>(loop_cost(hyperband_brackets({100, 3, 1})).epochs) / 100;
  const auto loops = std::get<int64_t>(option_value(method.options()[2]));
  EXPECT_EQ(loops, static_cast<int64_t>(std::ceil(100 / one)));
}

}  // namespace
}  // namespace gbho
