// What every method promises when F is the mean over folds: the common contract, in short.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gbho/base/error.h"
#include "gbho/methods/registry.h"
#include "gbho/run/tune.h"
#include "support/folded_problem.h"

namespace gbho {
namespace {

struct FoldsCase {
  std::string name;
  std::string method;
  OptionValues options = {};
};

std::ostream& operator<<(std::ostream& out, const FoldsCase& test) {
  return out << test.name;
}

std::vector<FoldsCase> every_method_of_folds() {
  std::vector<FoldsCase> cases;
  for (const std::string& name : method_names()) cases.push_back({name, name});
  cases.push_back({"two_sided_single_loop", "two_sided", {{"regime", std::string("single_loop")}}});
  cases.push_back({"unrolled_full",
                   "unrolled",
                   {{"mode", std::string("full")}, {"loop_epochs", int64_t{3}}, {"warm_up", int64_t{0}}}});
  return cases;
}

class FoldsContract : public testing::TestWithParam<FoldsCase> {
 protected:
  static Summary run(const FoldedProblem& problem, int threads = 1) {
    TuneOptions options = small_options();
    options.runtime.threads = threads;
    return tune(*create_method(GetParam().method, GetParam().options), problem, options).summary;
  }

  static void expect_same(const Summary& a, const Summary& b) {
    EXPECT_EQ(a.lambda, b.lambda);
    EXPECT_EQ(a.refit->test_loss, b.refit->test_loss);
    ASSERT_EQ(a.iterations.size(), b.iterations.size());
    for (size_t i = 0; i < a.iterations.size(); ++i) {
      EXPECT_EQ(a.iterations[i].lambda, b.iterations[i].lambda);
      EXPECT_THAT(a.iterations[i].upper, testing::NanSensitiveDoubleEq(b.iterations[i].upper));
    }
    ASSERT_EQ(a.trace.size(), b.trace.size());
    for (size_t i = 0; i < a.trace.size(); ++i) {
      EXPECT_EQ(a.trace[i].validation_loss, b.trace[i].validation_loss);
      EXPECT_EQ(a.trace[i].test_loss, b.trace[i].test_loss);
    }
  }
};

TEST_P(FoldsContract, SameSeedGivesTheSameResult) {
  expect_same(run(small_folds()), run(small_folds()));
}

TEST_P(FoldsContract, ThreadCountDoesNotChangeTheResult) {
  expect_same(run(small_folds(), 1), run(small_folds(), 2));
}

TEST_P(FoldsContract, StaysInBoundsAndChoosesTheBest) {
  const Summary summary = run(small_folds(-3, -1));
  double best = INFINITY;
  for (const Iteration& iteration : summary.iterations) {
    EXPECT_GE(iteration.lambda.at(0), -3);
    EXPECT_LE(iteration.lambda.at(0), -1);
    if (std::isfinite(iteration.validation_loss_consistent))
      best = std::min(best, iteration.validation_loss_consistent);
  }
  const auto chosen =
      std::find_if(summary.iterations.begin(), summary.iterations.end(),
                   [&](const Iteration& iteration) { return iteration.validation_loss_consistent == best; });
  ASSERT_NE(chosen, summary.iterations.end());
  EXPECT_EQ(summary.lambda, chosen->lambda);
}

INSTANTIATE_TEST_SUITE_P(AllMethods, FoldsContract, testing::ValuesIn(every_method_of_folds()),
                         [](const auto& test) { return test.param.name; });

// The loop's record of folds: out-of-fold losses that are F of the networks that train.
TEST(LoopOverFolds, TheLoopLooksAtAllFolds) {
  const auto method = create_method("two_sided", {{"regime", std::string("single_loop")}});
  const Summary summary = tune(*method, small_folds(), small_options()).summary;
  ASSERT_FALSE(summary.trace.empty());
  for (const TracePoint& point : summary.trace) {
    EXPECT_TRUE(std::isfinite(point.validation_loss));
    EXPECT_TRUE(std::isfinite(point.test_loss));
    EXPECT_TRUE(std::isnan(point.selection_loss));
  }
}

TEST(LoopOverFolds, ManyHyperparametersAreChosenBySelectionParts) {
  const auto method = create_method("two_sided");
  FoldedProblem problem = weighted_folds();
  EXPECT_THROW(tune(*method, problem, small_options()), ConfigError);
  problem.keep_selection_parts(4);
  const Summary summary = tune(*method, problem, small_options()).summary;
  ASSERT_FALSE(summary.trace.empty());
  for (const TracePoint& point : summary.trace) EXPECT_TRUE(std::isfinite(point.selection_loss));
  EXPECT_EQ(summary.lambda.size(), 61U);
}

}  // namespace
}  // namespace gbho
