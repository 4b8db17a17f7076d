#include "surrogate/random_forest.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/surrogate/designs.h"

namespace gbho {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd forest_points(int64_t count, int64_t n) {
  return random_design(VectorXd::Zero(n), VectorXd::Ones(n), count, Stream(3, "test.forest"));
}

VectorXd steps_at(const MatrixXd& x) {
  return (x.col(0).array() > 0.5).cast<double>() + 0.3 * x.col(1).array();
}

TEST(RandomForest, LearnsAStep) {
  const MatrixXd x = forest_points(300, 4);
  const RandomForest forest(x, steps_at(x), Stream(1, "a"), {.trees = 30});
  VectorXd low = VectorXd::Constant(4, 0.5);
  VectorXd high = low;
  low[0] = 0.2;
  high[0] = 0.8;
  EXPECT_NEAR(forest.predict(low).mean, 0.15, 0.05);
  EXPECT_NEAR(forest.predict(high).mean, 1.15, 0.05);
}

TEST(RandomForest, PredictionsLieBetweenTheValues) {
  const MatrixXd x = forest_points(40, 2);
  const VectorXd y = steps_at(x);
  const RandomForest forest(x, y, Stream(1, "a"));
  const MatrixXd others = 3 * forest_points(200, 2);
  for (Eigen::Index i = 0; i < others.rows(); ++i) {
    const ForestPrediction prediction = forest.predict(others.row(i));
    EXPECT_GE(prediction.mean, y.minCoeff() - 1e-12);
    EXPECT_LE(prediction.mean, y.maxCoeff() + 1e-12);
    EXPECT_GE(prediction.variance, 0);
  }
}

TEST(RandomForest, VarianceIsLargerWhereValuesChange) {
  const MatrixXd x = forest_points(100, 1);
  const VectorXd y = (x.col(0).array() > 0.5).cast<double>();
  const RandomForest forest(x, y, Stream(1, "a"), {.trees = 50});
  EXPECT_GT(forest.predict(VectorXd::Constant(1, 0.5)).variance, 0.01);
  EXPECT_LT(forest.predict(VectorXd::Constant(1, 0.1)).variance, 1e-12);
}

TEST(RandomForest, LeavesOfManyPointsHaveTheirVariance) {
  const MatrixXd x = forest_points(400, 1);
  VectorXd y(400);
  Stream noise(5, "test.noise");
  for (double& value : y) value = noise.normal();
  const RandomForest forest(x, y, Stream(1, "a"), {.split_size = 1000});
  const ForestPrediction prediction = forest.predict(VectorXd::Constant(1, 0.5));
  EXPECT_NEAR(prediction.mean, 0, 0.2);
  EXPECT_NEAR(prediction.variance, 1, 0.25);
}

TEST(RandomForest, FollowsItsStream) {
  const MatrixXd x = forest_points(30, 3);
  const VectorXd at = VectorXd::Constant(3, 0.4);
  const double mean = RandomForest(x, steps_at(x), Stream(1, "a")).predict(at).mean;
  EXPECT_EQ(mean, RandomForest(x, steps_at(x), Stream(1, "a")).predict(at).mean);
  EXPECT_NE(mean, RandomForest(x, steps_at(x), Stream(2, "a")).predict(at).mean);
}

TEST(RandomForest, TakesOnePointAndCopiesOfOne) {
  const VectorXd at = VectorXd::Constant(2, 0.9);
  EXPECT_EQ(RandomForest(MatrixXd::Zero(1, 2), VectorXd::Constant(1, 7), Stream(1, "a")).predict(at).mean, 7);
  const RandomForest copies(MatrixXd::Zero(6, 2), VectorXd::LinSpaced(6, 0, 1), Stream(1, "a"));
  EXPECT_GT(copies.predict(at).variance, 0);
}

TEST(RandomForest, RefusesWhatItCannotFit) {
  EXPECT_THROW(RandomForest(MatrixXd::Zero(3, 2), VectorXd::Zero(2), Stream(1, "a")), Error);
  EXPECT_THROW(RandomForest(MatrixXd::Zero(1, 2), VectorXd::Constant(1, NAN), Stream(1, "a")), Error);
}

}  // namespace
}  // namespace gbho
