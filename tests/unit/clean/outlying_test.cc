#include "clean/outlying.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gbho/base/random.h"

namespace gbho {
namespace {

struct Numbers {
  std::vector<double> targets;
  std::vector<double> said;
};

/// Targets from 0 to 100, which models miss by normal noise.
Numbers numbers(int64_t rows, double noise) {
  Stream stream(3, "test.outlying");
  Numbers all;
  for (int64_t i = 0; i < rows; ++i) {
    const double truth = 100 * stream.uniform();
    all.said.push_back(truth);
    all.targets.push_back(truth + noise * stream.normal());
  }
  return all;
}

TEST(Outlying, FindsTargetsThatAreFarOff) {
  Numbers all = numbers(500, 1);
  for (const size_t row : {3U, 77U, 400U}) all.targets[row] = all.said[row] > 50 ? 10 : 90;
  const OutlyingTargets found = outlying_targets(all.targets, all.said);
  EXPECT_NEAR(found.center, 0, 0.15);
  EXPECT_NEAR(found.deviation, 1, 0.15);
  for (size_t i = 0; i < all.targets.size(); ++i) {
    const bool wrong = std::abs(all.targets[i] - all.said[i]) > 20;
    EXPECT_EQ(found.suspicion[i] > 0.5, wrong) << i;
  }
}

TEST(Outlying, NoiseAloneIsNoOffence) {
  const Numbers all = numbers(500, 1);
  const OutlyingTargets found = outlying_targets(all.targets, all.said);
  for (const double suspicion : found.suspicion) EXPECT_LT(suspicion, 0.5);
}

// Three rows in ten have another's target, so that no scale is far above the others.
TEST(Outlying, SwappedTargetsAreFoundAmongMany) {
  Numbers all = numbers(1000, 4);
  Stream stream(4, "test.swapped");
  std::vector<bool> wrong(1000);
  for (size_t i = 0; i < 1000; ++i) {
    wrong[i] = i % 10 < 3;
    if (wrong[i]) all.targets[i] = 100 * stream.uniform();
  }
  const OutlyingTargets found = outlying_targets(all.targets, all.said);
  double flagged = 0;
  double hits = 0;
  for (size_t i = 0; i < 1000; ++i) {
    if (found.suspicion[i] <= 0.5) continue;
    flagged += 1;
    hits += wrong[i] ? 1 : 0;
  }
  EXPECT_GT(hits, 200);
  EXPECT_GT(hits / flagged, 0.9);
}

// Both are missed by as much; where half of all targets lie, somebody else's is likelier.
TEST(Outlying, ATargetThatManyHaveIsMoreSuspicious) {
  Numbers all = numbers(500, 3);
  for (size_t i = 0; i < 250; ++i) {
    all.said[i] = 20;
    all.targets[i] = i % 2 == 0 ? 19 : 21;
  }
  all.said[300] = 32;
  all.targets[300] = 20;
  all.said[301] = 72;
  all.targets[301] = 60;
  const OutlyingTargets found = outlying_targets(all.targets, all.said);
  EXPECT_GT(found.suspicion[300], 1.5 * found.suspicion[301]);
}

// The same in other units, and with a constant error.
TEST(Outlying, DoesNotDependOnUnits) {
  Numbers all = numbers(200, 1);
  all.targets[5] = all.said[5] + 60;
  const OutlyingTargets found = outlying_targets(all.targets, all.said);
  for (double& value : all.targets) value = 1000 * value + 7;
  for (double& value : all.said) value = 1000 * value;
  const OutlyingTargets larger = outlying_targets(all.targets, all.said);
  EXPECT_NEAR(larger.deviation, 1000 * found.deviation, 1e-6);
  for (size_t i = 0; i < all.targets.size(); ++i) EXPECT_NEAR(larger.suspicion[i], found.suspicion[i], 1e-9);
}

// Most residuals are zero: there is no scale of their own, and no division by it.
TEST(Outlying, PerfectModelsGiveFiniteVerdicts) {
  Numbers all = numbers(50, 0);
  all.targets[7] += 30;
  const OutlyingTargets found = outlying_targets(all.targets, all.said);
  EXPECT_GT(found.suspicion[7], 0.99);
  for (const double suspicion : found.suspicion) EXPECT_TRUE(std::isfinite(suspicion));
}

}  // namespace
}  // namespace gbho
