// What the methods that learn from their trials promise beside the common contract, asked and told by hand.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>

#include "gbho/methods/registry.h"
#include "support/ask_tell.h"

namespace gbho {
namespace {

class LearningSearch : public testing::TestWithParam<std::string> {
 protected:
  std::vector<Evaluation> search(const Space& space, const HandMade& function, int64_t trials,
                                 int64_t batch = 1, uint64_t seed = 1) {
    const auto method = create_method(GetParam(), {{"trials", trials}, {"batch", batch}});
    return drive(dynamic_cast<SamplingMethod&>(*method), space, function, seed);
  }
};

TEST_P(LearningSearch, FindsMoreThanRandomSearch) {
  double own = 0;
  double random = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    own += lowest(search(search_plane(), bowl, 40, 1, seed)) - 0.1;
    const auto method = create_method("random", {{"points", int64_t{40}}});
    random += lowest(drive(dynamic_cast<SamplingMethod&>(*method), search_plane(), bowl, seed)) - 0.1;
  }
  EXPECT_LT(own, 0.5 * random);
}

TEST_P(LearningSearch, SameSeedSamePointsOtherSeedOthers) {
  const auto first = lambdas_of(search(search_plane(), bowl, 25));
  EXPECT_EQ(first, lambdas_of(search(search_plane(), bowl, 25)));
  EXPECT_NE(first, lambdas_of(search(search_plane(), bowl, 25, 1, 2)));
}

TEST_P(LearningSearch, TakesItsTrialsAndNoMore) {
  EXPECT_EQ(search(search_plane(), bowl, 1).size(), 1U);
  EXPECT_EQ(search(search_plane(), bowl, 23, 4).size(), 23U);
}

TEST_P(LearningSearch, ABatchIsAskedForAtOnce) {
  const auto method = create_method(GetParam(), {{"trials", int64_t{30}}, {"batch", int64_t{4}}});
  auto& sampling = dynamic_cast<SamplingMethod&>(*method);
  sampling.begin(search_plane(), 1);
  std::vector<Evaluation> told;
  for (const auto& lambda : rows_of(sampling.ask())) told.push_back(evaluation_at(lambda, bowl(lambda)));
  sampling.tell(told);
  EXPECT_EQ(sampling.ask().size(0), 4);
}

TEST_P(LearningSearch, NeverTriesAPointTwice) {
  EXPECT_GT(smallest_gap(search(search_plane(), bowl, 60)), 0);
  EXPECT_GT(smallest_gap(search(search_plane(), bowl, 60, 5)), 0);
  EXPECT_GT(smallest_gap(search(
                Space({{"a", "l2", 0, 1}}), [](const auto&) { return 1.0; }, 60)),
            0);
}

TEST_P(LearningSearch, StaysInTheBox) {
  const auto corner = [](const std::vector<double>& lambda) { return 20 + lambda[0] - lambda[1]; };
  for (const Evaluation& evaluation : search(search_plane(), corner, 50)) {
    EXPECT_GE(evaluation.lambda[0], -10);
    EXPECT_LE(evaluation.lambda[0], 0);
    EXPECT_GE(evaluation.lambda[1], -4);
    EXPECT_LE(evaluation.lambda[1], 4);
  }
}

TEST_P(LearningSearch, KeepsAwayFromWhereTrialsDiverge) {
  int64_t early = 0;
  int64_t late = 0;
  for (uint64_t seed = 0; seed < 5; ++seed) {
    const std::vector<Evaluation> all = search(search_plane(), half_a_bowl, 50, 1, seed);
    ASSERT_EQ(all.size(), 50U);
    for (size_t i = 0; i < 10; ++i) early += all[i].usable() ? 0 : 1;
    for (size_t i = 40; i < 50; ++i) late += all[i].usable() ? 0 : 1;
  }
  EXPECT_GT(early, 0);
  EXPECT_LT(late, early);
}

TEST_P(LearningSearch, GoesOnWhenAllDiverge) {
  const auto failing = [](const auto&) { return std::numeric_limits<double>::quiet_NaN(); };
  EXPECT_EQ(search(search_plane(), failing, 30).size(), 30U);
}

TEST_P(LearningSearch, SurvivesWildValues) {
  // 0, below it, and 1e300: no logarithm, and a variance that overflows.
  const auto wild = [](const std::vector<double>& lambda) {
    return lambda[0] < -6 ? 1e300 : lambda[0] < -3 ? -1e-300 : 0.0;
  };
  EXPECT_EQ(search(search_plane(), wild, 30).size(), 30U);
}

TEST_P(LearningSearch, WorksInOneAndInManyDimensions) {
  const auto squares = [](const std::vector<double>& lambda) {
    double sum = 1;
    for (const double own : lambda) sum += own * own;
    return sum;
  };
  std::vector<Dimension> dimensions;
  dimensions.reserve(60);
  for (int k = 0; k < 60; ++k) dimensions.push_back({fmt::format("x{}", k), "l2", -1, 2});
  EXPECT_EQ(search(Space(dimensions), squares, 20, 1).size(), 20U);
  EXPECT_LT(lowest(search(Space({{"a", "l2", -10, 5}}), squares, 30)), 1.05);
}

TEST_P(LearningSearch, FillTakesTheSolvesOfABudget) {
  const auto method = create_method(GetParam());
  method->fill(search_plane(), 17);
  EXPECT_EQ(drive(dynamic_cast<SamplingMethod&>(*method), search_plane(), bowl).size(), 17U);
}

INSTANTIATE_TEST_SUITE_P(All, LearningSearch, testing::Values("bayes", "tpe", "smac"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace gbho
