#include "gbho/methods/value_coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "gbho/bilevel/test_problems.h"
#include "gbho/testing/small_problem.h"
#include "support/exact_tuning.h"

namespace gbho {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

CoveragePoint point_at(double phi, double longer) {
  CoveragePoint point;
  point.phi_hat = 1;
  point.s_hat = 0.1;
  point.phi = phi;
  point.longer = longer;
  return point;
}

TEST(ValueCoverage, CountsBothEndsAndTheLowerOne) {
  const std::vector<CoveragePoint> points = {point_at(1.05, 0.95), point_at(1.25, 0.75),
                                             point_at(0.85, kNone)};
  const CoverageCount usual = count_covered(points, 1, false);
  EXPECT_EQ(usual.points, 3);
  EXPECT_EQ(usual.within, 1);
  EXPECT_EQ(usual.not_below, 2);
  const CoverageCount longer = count_covered(points, 2, true);
  EXPECT_EQ(longer.points, 2);  // one has no longer solve
  EXPECT_EQ(longer.within, 1);
  EXPECT_EQ(longer.not_below, 1);
}

// Where the lower level is solved exactly, longer solves find nothing better, and φ̂ is close.
TEST(ValueCoverage, OfExactSolvesIsThatOfTheModelAlone) {
  const TestProblem known = ridge_test_problem();
  CoverageOptions options;
  options.points = 6;
  options.longer = 2;
  const std::vector<ValueCoverage> all =
      value_coverage(*known.problem, exact_tuning(300, 1e-10), {}, options);
  ASSERT_THAT(all, SizeIs(2));
  for (const ValueCoverage& coverage : all) {
    EXPECT_THAT(coverage.left_out, SizeIs(10));  // the design of one hyperparameter
    ASSERT_THAT(coverage.fresh, SizeIs(6));
    for (const CoveragePoint& point : coverage.fresh) {
      EXPECT_NEAR(point.longer, point.phi, 1e-6 * (1 + std::abs(point.phi)));
      EXPECT_NEAR(point.phi_hat, point.phi, 0.1 * (1 + std::abs(point.phi)));
    }
  }
  EXPECT_FALSE(all[0].gradients);
  EXPECT_TRUE(all[1].gradients);
}

// Few epochs leave φ unreached, and longer solves show it.
TEST(ValueCoverage, LongerSolvesShowWhatIsLeft) {
  CoverageOptions options;
  options.points = 4;
  TuneOptions tuning = small_options();
  tuning.lower.epochs = 1;
  const std::vector<ValueCoverage> all = value_coverage(small_problem(), tuning, {}, options);
  ASSERT_THAT(all, SizeIs(2));
  for (const CoveragePoint& point : all[0].fresh) EXPECT_LT(point.longer, point.phi);
}

TEST(ValueCoverage, IsEmptyWhenStopped) {
  const auto leave = [](const Event&) { return Next::kAbort; };
  EXPECT_THAT(value_coverage(small_problem(), small_options(), {}, {}, leave), IsEmpty());
}

}  // namespace
}  // namespace gbho
