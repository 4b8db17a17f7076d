#include "gbho/surrogate/designs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "gbho/base/error.h"
#include "surrogate/sobol.h"

namespace gbho {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

const VectorXd kLow = (VectorXd(3) << -10, 0, 5).finished();
const VectorXd kHigh = (VectorXd(3) << 0, 1, 5.5).finished();

using Design = MatrixXd (*)(const VectorXd&, const VectorXd&, int64_t, Stream);

class DesignTest : public ::testing::TestWithParam<Design> {};

TEST_P(DesignTest, StaysInTheBoxAndFollowsItsStream) {
  for (const int64_t count : {1, 2, 3, 10, 100}) {
    const MatrixXd x = GetParam()(kLow, kHigh, count, Stream(1, "design"));
    ASSERT_EQ(x.rows(), count);
    ASSERT_EQ(x.cols(), 3);
    for (Index i = 0; i < x.rows(); ++i) {
      EXPECT_TRUE((x.row(i).transpose().array() >= kLow.array()).all());
      EXPECT_TRUE((x.row(i).transpose().array() <= kHigh.array()).all());
    }
    EXPECT_EQ(x, GetParam()(kLow, kHigh, count, Stream(1, "design")));
    EXPECT_NE(x, GetParam()(kLow, kHigh, count, Stream(2, "design")));
  }
  EXPECT_THROW(GetParam()(kLow, kHigh, 0, Stream(1, "design")), ConfigError);
  EXPECT_THROW(GetParam()(kHigh, kLow, 5, Stream(1, "design")), ConfigError);
}

INSTANTIATE_TEST_SUITE_P(All, DesignTest, ::testing::Values(latin_hypercube, sobol_design, random_design));

// How many points each of `parts` equal parts of dimension k holds.
std::vector<int> stratum_counts(const MatrixXd& x, Index k, int parts) {
  std::vector<int> counts(static_cast<size_t>(parts));
  for (Index i = 0; i < x.rows(); ++i) {
    const double u = (x(i, k) - kLow[k]) / (kHigh[k] - kLow[k]);
    ++counts[static_cast<size_t>(std::min(parts - 1, static_cast<int>(u * parts)))];
  }
  return counts;
}

double smallest_distance(const MatrixXd& x) {
  double least = 1e300;
  for (Index i = 0; i < x.rows(); ++i) {
    for (Index j = 0; j < i; ++j) {
      least = std::min(least,
                       ((x.row(i) - x.row(j)).transpose().array() / (kHigh - kLow).array()).matrix().norm());
    }
  }
  return least;
}

TEST(LatinHypercube, OnePointInEveryStratum) {
  const MatrixXd x = latin_hypercube(kLow, kHigh, 37, Stream(1, "design"));
  for (Index k = 0; k < 3; ++k) EXPECT_THAT(stratum_counts(x, k, 37), ::testing::Each(1));
}

TEST(LatinHypercube, PointsAreFartherApartThanAtRandom) {
  double hypercube = 0;
  double random = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    hypercube += smallest_distance(latin_hypercube(kLow, kHigh, 20, Stream(seed, "design")));
    random += smallest_distance(random_design(kLow, kHigh, 20, Stream(seed, "design")));
  }
  EXPECT_GT(hypercube, 2 * random);
}

TEST(Sobol, EveryDimensionIsBalanced) {
  const VectorXd low = VectorXd::Zero(sobol_dimensions());
  const VectorXd high = VectorXd::Ones(sobol_dimensions());
  const MatrixXd x = sobol_design(low, high, 256, Stream(3, "design"));
  for (Index k = 0; k < x.cols(); ++k) {
    std::set<int> cells;
    for (Index i = 0; i < x.rows(); ++i) cells.insert(static_cast<int>(x(i, k) * 256));
    EXPECT_EQ(cells.size(), 256U) << "dimension " << k;
  }
}

TEST(Sobol, FirstTwoDimensionsAreANet) {
  // 64 points: every elementary box of area 1/64 holds exactly one.
  const MatrixXd x = sobol_design(VectorXd::Zero(2), VectorXd::Ones(2), 64, Stream(4, "design"));
  for (int split = 0; split <= 6; ++split) {
    std::set<std::pair<int, int>> cells;
    for (Index i = 0; i < x.rows(); ++i) {
      cells.emplace(static_cast<int>(x(i, 0) * (1 << split)), static_cast<int>(x(i, 1) * (64 >> split)));
    }
    EXPECT_EQ(cells.size(), 64U) << "split " << split;
  }
}

TEST(Sobol, NumbersAreJoeAndKuos) {
  // The first eight points in five dimensions, in eighths; SciPy's Sobol sequence without scrambling has the
  // same.
  const std::vector<std::vector<int>> expected{{0, 0, 0, 0, 0}, {4, 4, 4, 4, 4}, {6, 2, 2, 2, 6},
                                               {2, 6, 6, 6, 2}, {3, 3, 5, 7, 3}, {7, 7, 1, 3, 7},
                                               {5, 1, 7, 5, 5}, {1, 5, 3, 1, 1}};
  SobolSequence sequence(5);
  for (const std::vector<int>& eighths : expected) {
    std::vector<int> point;
    for (const uint32_t bits : sequence.next()) point.push_back(static_cast<int>(bits >> 29));
    EXPECT_EQ(point, eighths);
  }
}

TEST(Sobol, TooManyDimensionsIsAnErrorThatSaysWhatToUse) {
  const Index n = sobol_dimensions() + 1;
  EXPECT_GE(sobol_dimensions(), 21);
  try {
    sobol_design(VectorXd::Zero(n), VectorXd::Ones(n), 8, Stream(1, "design"));
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("Latin hypercube"));
  }
}

TEST(Grid, EndsIncludedLastDimensionFastest) {
  const MatrixXd x = grid_design(kLow, kHigh, {2, 1, 3});
  ASSERT_EQ(x.rows(), 6);
  const VectorXd first = x.row(0);
  const VectorXd second = x.row(1);
  const VectorXd last = x.row(5);
  EXPECT_EQ(first, (VectorXd(3) << -10, 0.5, 5).finished());
  EXPECT_EQ(second, (VectorXd(3) << -10, 0.5, 5.25).finished());
  EXPECT_EQ(last, (VectorXd(3) << 0, 0.5, 5.5).finished());
  EXPECT_THROW(grid_design(kLow, kHigh, {2, 2}), ConfigError);
  EXPECT_THROW(grid_design(kLow, kHigh, {2, 0, 2}), ConfigError);
  EXPECT_THROW(grid_design(kLow, kHigh, {100000, 100000, 100000}), ConfigError);
}

}  // namespace
}  // namespace gbho
