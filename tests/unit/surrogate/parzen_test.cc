#include "surrogate/parzen.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gbho {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd column(std::initializer_list<double> values) {
  return Eigen::Map<const VectorXd>(values.begin(), static_cast<Eigen::Index>(values.size()));
}

double mass_of(const ParzenDensity& density) {
  constexpr int kCells = 4000;
  double sum = 0;
  for (int i = 0; i < kCells; ++i) {
    sum += std::exp(density.log_density(VectorXd::Constant(1, (i + 0.5) / kCells))) / kCells;
  }
  return sum;
}

TEST(Parzen, IsADensityOfTheBox) {
  EXPECT_NEAR(mass_of(ParzenDensity(column({0, 0.02, 0.7, 1}), column({1, 1, 0.2, 1}))), 1, 1e-5);
  EXPECT_NEAR(mass_of(ParzenDensity(MatrixXd(0, 1), VectorXd(0))), 1, 1e-5);
}

TEST(Parzen, IsAProductWithinAComponent) {
  // One center and the wide component: f(a, b) is not f(a)·f(b), but the mixture of two products.
  MatrixXd center(1, 2);
  center << 0.2, 0.8;
  const ParzenDensity density(center, column({1}));
  const auto at = [&](double a, double b) { return density.log_density(column({a, b})); };
  EXPECT_GT(at(0.2, 0.8), at(0.2, 0.2) + 1);
  EXPECT_NEAR(at(0.1, 0.8), at(0.2, 0.9), 1e-12);
}

TEST(Parzen, WidthsAreDistancesToNeighbours) {
  const ParzenDensity density(column({0.1, 0.2, 0.9}), column({1, 1, 1}));
  // Sorted with the middle of the wide component: 0.1 0.2 0.5 0.9; none below ½/(3 + 2).
  EXPECT_NEAR(density.widths()(0, 0), 0.1, 1e-12);
  EXPECT_NEAR(density.widths()(1, 0), 0.3, 1e-12);
  EXPECT_NEAR(density.widths()(2, 0), 0.4, 1e-12);
  EXPECT_EQ(density.widths()(3, 0), 1);
}

TEST(Parzen, DrawsFollowTheDensity) {
  const ParzenDensity density(column({0.1, 0.12, 0.8}), column({1, 1, 0.5}));
  Stream stream(1, "test.parzen");
  constexpr int kDraws = 20000;
  int below = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double u = density.draw(stream)[0];
    ASSERT_GE(u, 0);
    ASSERT_LE(u, 1);
    below += u < 0.3 ? 1 : 0;
  }
  double expected = 0;
  for (int i = 0; i < 3000; ++i) {
    expected += std::exp(density.log_density(VectorXd::Constant(1, (i + 0.5) / 1e4))) / 1e4;
  }
  EXPECT_NEAR(static_cast<double>(below) / kDraws, expected, 0.015);
}

}  // namespace
}  // namespace gbho
