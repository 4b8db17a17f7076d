#include <gtest/gtest.h>

#include "gbho/study/run.h"

// One penalty for each of 784 pixels against one for all of them, on the embedded digits.

namespace gbho {
namespace {

constexpr int kSeeds = 3;

double refit_test_loss(const std::vector<StudyOverride>& changes) {
  double sum = 0;
  for (int seed = 0; seed < kSeeds; ++seed) {
    std::vector<StudyOverride> all = {"data.name=mnist-1k", "data.size=1000"};
    all.emplace_back("seed=" + std::to_string(seed));
    all.insert(all.end(), changes.begin(), changes.end());
    PreparedStudy prepared = prepare(read_study("feature-l2", all));
    sum += run(prepared).summary.refit->test_loss;
  }
  return sum / kSeeds;
}

// The best of those that the loop begins with.
double shared_test_loss(const std::vector<StudyOverride>& changes) {
  std::vector<StudyOverride> all = {"hyperparameter.pixel.per=\"\"", "hyperparameter.pixel.low=-9.285714",
                                    "hyperparameter.pixel.high=-0.714286", "method=grid", "grid.points=7"};
  all.insert(all.end(), changes.begin(), changes.end());
  return refit_test_loss(all);
}

TEST(FeaturePenalties, FallBackToASharedOneWherePixelsAreAlike) {
  const std::vector<StudyOverride> plain = {"data.input_noise=[]"};
  EXPECT_LE(refit_test_loss(plain), 1.01 * shared_test_loss(plain));
}

TEST(FeaturePenalties, AreATenthBetterWhereSomePixelsAreNoise) {
  EXPECT_LE(refit_test_loss({}), 0.9 * shared_test_loss({}));
}

}  // namespace
}  // namespace gbho
