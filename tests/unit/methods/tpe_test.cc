#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gbho/base/error.h"
#include "methods/sampling/tpe_method.h"
#include "support/ask_tell.h"

namespace gbho {
namespace {

using testing::HasSubstr;

std::string refusal_of_tpe(const TpeOptions& options) {
  try {
    TpeMethod(options).validate(search_plane());
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(Tpe, ComesNearTheMinimumOfASmoothFunction) {
  for (const bool multivariate : {false, true}) {
    double sum = 0;
    for (uint64_t seed = 0; seed < 10; ++seed) {
      TpeMethod method({.trials = 80, .multivariate = multivariate});
      sum += lowest(drive(method, search_plane(), bowl, seed)) - 0.1;
    }
    EXPECT_LT(sum / 10, 0.005) << multivariate;
  }
}

TEST(Tpe, LaterPointsAreNearTheGoodOnes) {
  TpeMethod method({.trials = 80});
  const std::vector<Evaluation> all = drive(method, search_plane(), bowl);
  double first = 0;
  double last = 0;
  for (size_t i = 0; i < 10; ++i) {
    first += all[i].criterion();
    last += all[70 + i].criterion();
  }
  EXPECT_LT(last, 0.7 * first);
}

TEST(Tpe, StartupIsAskedForAtOnce) {
  TpeMethod method({.trials = 40, .startup = 7});
  method.begin(search_plane(), 1);
  EXPECT_EQ(method.ask().size(0), 7);
}

// Of a batch, what is being trained counts as bad: its points are farther apart than draws of their own.
TEST(Tpe, PointsOfABatchKeepApart) {
  TpeMethod method({.trials = 30, .startup = 20, .batch = 10});
  const std::vector<Evaluation> all = drive(method, search_plane(), bowl);
  const std::vector<Evaluation> batch(all.begin() + 20, all.end());
  EXPECT_GT(smallest_gap(batch), 0.01);
}

TEST(Tpe, RefusesBadOptions) {
  EXPECT_EQ(refusal_of_tpe({}), "");
  EXPECT_THAT(refusal_of_tpe({.trials = -1}), HasSubstr("tpe.trials = -1"));
  EXPECT_THAT(refusal_of_tpe({.startup = 0}), HasSubstr("tpe.startup = 0"));
  EXPECT_THAT(refusal_of_tpe({.candidates = 0}), HasSubstr("tpe.candidates = 0"));
  EXPECT_THAT(refusal_of_tpe({.gamma = 1}), HasSubstr("tpe.gamma = 1"));
  EXPECT_THAT(refusal_of_tpe({.batch = 0}), HasSubstr("tpe.batch = 0"));
}

}  // namespace
}  // namespace gbho
