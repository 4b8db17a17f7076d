#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "methods/sampling/bayes_method.h"
#include "support/ask_tell.h"

namespace gbho {
namespace {

using testing::HasSubstr;

std::string refusal_of(const BayesOptions& options) {
  try {
    BayesMethod(options).validate(search_plane());
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

double waves(const std::vector<double>& lambda) {
  return std::sin(lambda[0]) + 0.1 * std::pow(lambda[0] + 5, 2) + 0.2 * std::pow(lambda[1], 2);
}

class BayesAcquisition : public testing::TestWithParam<std::string> {};

TEST_P(BayesAcquisition, FindsTheMinimumOfASmoothFunctionInFewTrials) {
  for (uint64_t seed = 0; seed < 3; ++seed) {
    BayesMethod method({.trials = 30, .acquisition = GetParam()});
    EXPECT_LT(lowest(drive(method, search_plane(), bowl, seed)), 0.1 + 1e-3) << seed;
  }
}

TEST_P(BayesAcquisition, FindsTheDeeperOfTwoValleys) {
  double least = 1e9;
  for (int i = 0; i <= 10000; ++i) least = std::min(least, waves({-1e-3 * i, 0}));
  for (const char* correlation : {"matern52", "rbf"}) {
    BayesMethod method({.trials = 40, .acquisition = GetParam(), .correlation = correlation});
    EXPECT_LT(lowest(drive(method, search_plane(), waves)), least + 0.01) << correlation;
  }
}

INSTANTIATE_TEST_SUITE_P(All, BayesAcquisition, testing::Values("lcb", "ei", "log_ei"),
                         [](const auto& test) { return test.param; });

TEST(Bayes, NumbersOfTrialsGoByDimension) {
  BayesMethod method;
  method.begin(Space({{"a", "l2", -10, 0}}), 1);
  EXPECT_EQ(method.planned(), 30);
  EXPECT_EQ(method.ask().size(0), 3);
  method.begin(search_plane(), 1);
  EXPECT_EQ(method.planned(), 60);
  EXPECT_EQ(method.ask().size(0), 6);
}

TEST(Bayes, MoreKappaExploresMore) {
  const auto spread = [](double kappa) {
    BayesMethod method({.trials = 40, .kappa = kappa, .exploit = 0});
    const std::vector<Evaluation> all = drive(method, search_plane(), bowl);
    double sum = 0;
    for (size_t i = 20; i < all.size(); ++i) sum += bowl(all[i].lambda) - 0.1;
    return sum;
  };
  EXPECT_GT(spread(30), 2 * spread(0.5));
}

TEST(Bayes, TheLastTrialsGoToTheBottomOfTheModel) {
  const auto last_five = [](double exploit) {
    BayesMethod method({.trials = 30, .kappa = 30, .exploit = exploit});
    const std::vector<Evaluation> all = drive(method, search_plane(), bowl);
    double sum = 0;
    for (size_t i = 25; i < all.size(); ++i) sum += all[i].criterion() - 0.1;
    return sum;
  };
  EXPECT_LT(last_five(1.0 / 6), 0.1 * last_five(0));
}

TEST(Bayes, LogarithmsChangeTheModel) {
  BayesMethod with({.trials = 12});
  BayesMethod without({.trials = 12, .log_values = false});
  EXPECT_NE(lambdas_of(drive(with, search_plane(), bowl)), lambdas_of(drive(without, search_plane(), bowl)));
  // Nothing to take a logarithm of: the option does nothing.
  const auto below_zero = [](const std::vector<double>& lambda) { return bowl(lambda) - 1; };
  EXPECT_EQ(lambdas_of(drive(with, search_plane(), below_zero)),
            lambdas_of(drive(without, search_plane(), below_zero)));
}

TEST(Bayes, RefusesBadOptions) {
  EXPECT_EQ(refusal_of({}), "");
  EXPECT_THAT(refusal_of({.trials = -1}), HasSubstr("bayes.trials = -1"));
  EXPECT_THAT(refusal_of({.trials = 5000}), HasSubstr("tpe"));
  EXPECT_THAT(refusal_of({.initial = -2}), HasSubstr("bayes.initial = -2"));
  EXPECT_THAT(refusal_of({.acquisition = "ucb"}), HasSubstr("choose one of: lcb, ei, log_ei"));
  EXPECT_THAT(refusal_of({.kappa = -1}), HasSubstr("bayes.kappa = -1"));
  EXPECT_THAT(refusal_of({.exploit = 2}), HasSubstr("bayes.exploit = 2"));
  EXPECT_THAT(refusal_of({.batch = 0}), HasSubstr("bayes.batch = 0"));
  EXPECT_THAT(refusal_of({.correlation = "matern32"}), HasSubstr("did you mean 'matern52'?"));
}

}  // namespace
}  // namespace gbho
