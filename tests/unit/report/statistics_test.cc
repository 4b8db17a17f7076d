#include "report/contest/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gbho {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

TEST(Statistics, MeanAndStandardError) {
  // Deviations −1.5, −0.5, 0.5, 1.5: variance 5/3, standard error √(5/12).
  const Statistic result = statistic({1, 2, 3, 4});
  EXPECT_DOUBLE_EQ(result.mean, 2.5);
  EXPECT_DOUBLE_EQ(result.error, std::sqrt(5.0 / 12));
  EXPECT_EQ(result.count, 4);
}

TEST(Statistics, MissingValuesDoNotCount) {
  const Statistic two = statistic({1, kMissing, 3});
  EXPECT_DOUBLE_EQ(two.mean, 2);
  EXPECT_DOUBLE_EQ(two.error, 1);
  EXPECT_EQ(two.count, 2);
  const Statistic one = statistic({kMissing, 3, std::numeric_limits<double>::infinity()});
  EXPECT_DOUBLE_EQ(one.mean, 3);
  EXPECT_TRUE(std::isnan(one.error));
  const Statistic none = statistic({kMissing});
  EXPECT_TRUE(std::isnan(none.mean));
  EXPECT_EQ(none.count, 0);
}

// Student's own values, as every table has them; one degree of freedom is Cauchy's: tan(π(p − 1/2)).
TEST(Statistics, QuantilesOfStudentsT) {
  constexpr double kPi = 3.14159265358979323846;
  EXPECT_NEAR(student_quantile(0.975, 1), std::tan(kPi * 0.475), 1e-8);
  EXPECT_NEAR(student_quantile(0.975, 2), 0.95 * std::sqrt(2 / (4 * 0.975 * 0.025)), 1e-9);
  EXPECT_NEAR(student_quantile(0.975, 4), 2.7764451051977987, 1e-9);
  EXPECT_NEAR(student_quantile(0.995, 9), 3.2498355415921548, 1e-9);
  EXPECT_NEAR(student_quantile(0.975, 100000), 1.95998771, 1e-6);
  EXPECT_NEAR(student_quantile(0.5, 4), 0, 1e-9);
  EXPECT_DOUBLE_EQ(student_quantile(0.025, 4), -student_quantile(0.975, 4));
}

TEST(Statistics, PairedDifferenceWithItsInterval) {
  // Differences 1, 2, 3: mean 2, standard error √(1/3), t(0.975; 2) = 4.302653.
  const Difference result = paired_difference({11, 22, 33}, {10, 20, 30});
  EXPECT_DOUBLE_EQ(result.mean, 2);
  EXPECT_NEAR(result.low, 2 - 4.3026527297 / std::sqrt(3.0), 1e-8);
  EXPECT_NEAR(result.high, 2 + 4.3026527297 / std::sqrt(3.0), 1e-8);
  EXPECT_EQ(result.count, 3);
}

TEST(Statistics, PairsNeedBothSides) {
  const Difference result = paired_difference({1, kMissing, 5}, {0, 0, kMissing});
  EXPECT_DOUBLE_EQ(result.mean, 1);
  EXPECT_TRUE(std::isnan(result.low));
  EXPECT_EQ(result.count, 1);
  EXPECT_EQ(paired_difference({kMissing}, {1}).count, 0);
}

}  // namespace
}  // namespace gbho
