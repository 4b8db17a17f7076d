#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "methods/sampling/smac_method.h"
#include "support/ask_tell.h"

namespace gbho {
namespace {

using testing::HasSubstr;

std::string refusal_of_smac(const SmacOptions& options) {
  try {
    SmacMethod(options).validate(search_plane());
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(Smac, ComesNearTheMinimumOfASmoothFunction) {
  double sum = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    SmacMethod method({.trials = 60});
    sum += lowest(drive(method, search_plane(), bowl, seed)) - 0.1;
  }
  EXPECT_LT(sum / 10, 0.01);
}

TEST(Smac, FindsTheGoodStepOfAStaircase) {
  // Constant by pieces, which no smooth model likes: 1 but for a strip of a tenth of the plane.
  const auto stairs = [](const std::vector<double>& lambda) {
    return 1 + std::floor(std::abs(lambda[0] + 2.5));
  };
  SmacMethod method({.trials = 60, .random_every = 0});
  const std::vector<Evaluation> all = drive(method, search_plane(), stairs);
  int64_t hits = 0;
  for (size_t i = 40; i < all.size(); ++i) hits += all[i].criterion() <= 1 ? 1 : 0;
  EXPECT_GT(hits, 10);
}

TEST(Smac, EverySoManyPointsOneIsRandom) {
  const auto far_points = [](int64_t random_every) {
    SmacMethod method({.trials = 100, .random_every = random_every});
    const std::vector<Evaluation> all = drive(method, search_plane(), bowl);
    int64_t far = 0;
    for (size_t i = 60; i < all.size(); ++i) far += all[i].criterion() > 0.4 ? 1 : 0;
    return far;
  };
  EXPECT_GT(far_points(2), far_points(0) + 5);
}

TEST(Smac, RefusesBadOptions) {
  EXPECT_EQ(refusal_of_smac({}), "");
  EXPECT_THAT(refusal_of_smac({.trials = -1}), HasSubstr("smac.trials = -1"));
  EXPECT_THAT(refusal_of_smac({.initial = -1}), HasSubstr("smac.initial = -1"));
  EXPECT_THAT(refusal_of_smac({.trees = 1}), HasSubstr("smac.trees = 1"));
  EXPECT_THAT(refusal_of_smac({.candidates = 0}), HasSubstr("smac.candidates = 0"));
  EXPECT_THAT(refusal_of_smac({.random_every = -1}), HasSubstr("smac.random_every = -1"));
  EXPECT_THAT(refusal_of_smac({.batch = 0}), HasSubstr("smac.batch = 0"));
}

}  // namespace
}  // namespace gbho
