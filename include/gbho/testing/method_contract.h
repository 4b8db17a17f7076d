#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gbho/base/error.h"
#include "gbho/run/tune.h"
#include "gbho/testing/small_problem.h"

/// What every method promises, whichever way it searches, as a suite of GoogleTest. For a method of one's
/// own, in one source file:
///
///     #include <gbho/testing/method_contract.h>
///     INSTANTIATE_TEST_SUITE_P(Mine, MethodContract, testing::Values(gbho::ContractCase{"mine", make_mine}),
///                              [](const auto& test) { return test.param.name; });
///
/// within namespace gbho. The method must find something to do with one hyperparameter and a linear network.

namespace gbho {

/// A method that is to keep the contract.
struct ContractCase {
  std::string name;
  std::function<std::unique_ptr<Method>()> make;
  int64_t fewest_epochs = 5;  ///< that a candidate trains for
};

class MethodContract : public testing::TestWithParam<ContractCase> {
 protected:
  static Summary run(const NetworkProblem& problem, const TuneOptions& options,
                     const Callback& callback = {}) {
    return tune(*GetParam().make(), problem, options, callback).summary;
  }
};

inline void expect_same(const std::vector<Iteration>& a, const std::vector<Iteration>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].lambda, b[i].lambda);
    EXPECT_THAT(a[i].f, testing::NanSensitiveDoubleEq(b[i].f));
    EXPECT_THAT(a[i].upper, testing::NanSensitiveDoubleEq(b[i].upper));
    EXPECT_THAT(a[i].validation_loss_consistent,
                testing::NanSensitiveDoubleEq(b[i].validation_loss_consistent));
  }
}

TEST_P(MethodContract, SameSeedGivesTheSameResult) {
  const NetworkProblem problem = small_problem();
  const Summary first = run(problem, small_options());
  const Summary second = run(problem, small_options());
  EXPECT_FALSE(first.iterations.empty());
  EXPECT_EQ(first.lambda, second.lambda);
  EXPECT_EQ(first.refit->test_loss, second.refit->test_loss);
  expect_same(first.iterations, second.iterations);
}

TEST_P(MethodContract, ThreadCountDoesNotChangeTheResult) {
  const NetworkProblem problem = small_problem();
  TuneOptions options = small_options();
  const Summary one = run(problem, options);
  options.runtime.threads = 2;
  const Summary two = run(problem, options);
  EXPECT_EQ(one.lambda, two.lambda);
  expect_same(one.iterations, two.iterations);
}

TEST_P(MethodContract, AnObjectMayRunAgain) {
  const NetworkProblem problem = small_problem();
  const auto method = GetParam().make();
  const Summary first = tune(*method, problem, small_options()).summary;
  const Summary second = tune(*method, problem, small_options()).summary;
  expect_same(first.iterations, second.iterations);
}

TEST_P(MethodContract, StaysInBounds) {
  const Summary summary = run(small_problem(-3, -1), small_options());
  for (const Iteration& iteration : summary.iterations) {
    ASSERT_EQ(iteration.lambda.size(), 1U);
    EXPECT_GE(iteration.lambda[0], -3);
    EXPECT_LE(iteration.lambda[0], -1);
  }
  EXPECT_GE(summary.lambda.at(0), -3);
  EXPECT_LE(summary.lambda.at(0), -1);
}

TEST_P(MethodContract, ChoosesTheBestConsistentModel) {
  const Summary summary = run(small_problem(), small_options());
  double best = INFINITY;
  for (const Iteration& iteration : summary.iterations)
    best = std::min(best, iteration.validation_loss_consistent);
  EXPECT_DOUBLE_EQ(summary.consistent->validation_loss, best);
}

TEST_P(MethodContract, RespectsItsBudget) {
  TuneOptions options = small_options();
  options.budget.lower_solves = 3;
  const Summary summary = run(small_problem(), options);
  EXPECT_EQ(summary.termination, Termination::kBudget);
  EXPECT_LE(summary.iterations.size(), 3U);
  EXPECT_LE(summary.ledger.lower_solves, 3 + 1);  // and the refit
  EXPECT_TRUE(summary.refit.has_value());
}

TEST_P(MethodContract, ChargesTheLedger) {
  const NetworkProblem problem = small_problem();
  const Summary summary = run(problem, small_options());
  EXPECT_GE(summary.ledger.lower_solves, 2);
  // Every solve passes each training example once an epoch; the refit has the validation part too.
  const int64_t solves = summary.ledger.lower_solves;
  const int64_t epochs = GetParam().fewest_epochs;
  EXPECT_GE(summary.ledger.sample_gradients, epochs * 60 * (solves - 1) + 5 * 90);
  EXPECT_GT(summary.ledger.sample_evaluations, 0);
  EXPECT_GT(summary.ledger.seconds_lower, 0);
  EXPECT_GE(summary.seconds, summary.ledger.seconds_lower);
}

TEST_P(MethodContract, SurvivesDivergingCandidates) {
  // At λ = 40 the penalty is 2·10¹⁷ and no learning rate will do.
  const Summary summary = run(small_problem(-8, 40), small_options());
  int64_t diverged = 0;
  for (const Iteration& iteration : summary.iterations) {
    if (iteration.status != "diverged") continue;
    ++diverged;
    EXPECT_FALSE(std::isfinite(iteration.validation_loss_consistent));
    EXPECT_FALSE(iteration.message.empty());
  }
  EXPECT_GT(diverged, 0);
  EXPECT_TRUE(std::isfinite(summary.consistent->validation_loss));
  EXPECT_FALSE(summary.warnings.empty());
}

TEST_P(MethodContract, SurvivesAValidationLossThatIsNotANumber) {
  NetworkProblem problem = small_problem();
  problem.validation.x[0][0] = NAN;
  EXPECT_THROW(run(problem, small_options()), RunError);
}

TEST_P(MethodContract, StopsWhenAsked) {
  const Summary summary = run(small_problem(), small_options(), [](const Event&) { return Next::kAbort; });
  EXPECT_EQ(summary.termination, Termination::kInterrupted);
  EXPECT_FALSE(summary.refit.has_value());
}

TEST_P(MethodContract, EndsInGoodOrderWhenAsked) {
  const Callback after_two = [trained = 0](const Event& event) mutable {
    if (event.iteration != nullptr) ++trained;
    return trained >= 2 ? Next::kStop : Next::kContinue;
  };
  const Summary summary = run(small_problem(), small_options(), after_two);
  EXPECT_NE(summary.termination, Termination::kInterrupted);
  EXPECT_TRUE(summary.refit.has_value());
}

TEST_P(MethodContract, TellsOfEveryCandidate) {
  int64_t told = 0;
  const Summary summary = run(small_problem(), small_options(), [&](const Event& event) {
    if (event.iteration == nullptr) return Next::kContinue;
    EXPECT_EQ(event.iteration->lambda.size(), 1U);
    ++told;
    return Next::kContinue;
  });
  EXPECT_GE(told, static_cast<int64_t>(summary.iterations.size()));
}

TEST_P(MethodContract, OptionsHaveNamesAndHelp) {
  const auto method = GetParam().make();
  EXPECT_EQ(method->name(), GetParam().name);
  EXPECT_FALSE(method->description().empty());
  for (const Option& option : method->options()) {
    EXPECT_FALSE(option.name.empty());
    EXPECT_FALSE(option.help.empty());
    EXPECT_NO_THROW(set_option(option, option_value(option)));
  }
}

}  // namespace gbho
