#include "gbho/surrogate/value_bound.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/base/random.h"

namespace gbho {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Ridge regression with two groups of weights: L = ‖Xβ − y‖²/m, r_k = ‖β_k‖². φ is known exactly.
class Ridge {
 public:
  Ridge() : x_(30, 6), y_(30) {
    Stream stream(1, "ridge");
    for (double& value : x_.reshaped()) value = stream.normal();
    for (double& value : y_) value = stream.normal();
    y_ += x_.col(0) - 2 * x_.col(4);
  }

  VectorXd solve(const VectorXd& lambda) const {
    const VectorXd weights = (VectorXd(6) << lambda[0], lambda[0], lambda[0], lambda[1], lambda[1], lambda[1])
                                 .finished()
                                 .array()
                                 .exp();
    const auto m = static_cast<double>(y_.size());
    const MatrixXd normal = x_.transpose() * x_ / m + MatrixXd(weights.asDiagonal());
    return normal.llt().solve(x_.transpose() * y_ / m);
  }
  double loss(const VectorXd& beta) const {
    return (x_ * beta - y_).squaredNorm() / static_cast<double>(y_.size());
  }
  static VectorXd regularizers(const VectorXd& beta) {
    return (VectorXd(2) << beta.head(3).squaredNorm(), beta.tail(3).squaredNorm()).finished();
  }
  double value(const VectorXd& lambda) const {
    const VectorXd beta = solve(lambda);
    return loss(beta) + lambda.array().exp().matrix().dot(regularizers(beta));
  }
  void add_to(ValueBound& bound, const VectorXd& lambda, double slack = 0) const {
    const VectorXd beta = (1 + slack) * solve(lambda);
    const double objective = loss(beta) + lambda.array().exp().matrix().dot(regularizers(beta));
    bound.add(loss(beta), regularizers(beta), lambda, objective);
  }

 private:
  MatrixXd x_;
  VectorXd y_;
};

VectorXd random_lambda(Stream& stream) {
  return (VectorXd(2) << -8 + 10 * stream.uniform(), -8 + 10 * stream.uniform()).finished();
}

TEST(ValueBound, LiesAboveTheValueFunctionAndTouchesItAtSamples) {
  const Ridge ridge;
  ValueBound bound;
  Stream stream(2, "lambda");
  for (int i = 0; i < 12; ++i) {
    const VectorXd lambda = random_lambda(stream);
    ridge.add_to(bound, lambda);
    EXPECT_NEAR(bound.at(lambda), ridge.value(lambda), 1e-12);
  }
  for (int i = 0; i < 200; ++i) {
    const VectorXd lambda = random_lambda(stream);
    EXPECT_GE(bound.at(lambda), ridge.value(lambda) - 1e-12);
  }
  EXPECT_TRUE(bound.under_solved(1e-9).empty());
}

TEST(ValueBound, ConcaveAndNondecreasingInTheWeights) {
  const Ridge ridge;
  ValueBound bound;
  Stream stream(3, "lambda");
  for (int i = 0; i < 8; ++i) ridge.add_to(bound, random_lambda(stream));
  for (int i = 0; i < 200; ++i) {
    const VectorXd a = random_lambda(stream);
    const VectorXd b = random_lambda(stream);
    const VectorXd middle = ((a.array().exp() + b.array().exp()) / 2).log();
    EXPECT_GE(bound.at(middle), (bound.at(a) + bound.at(b)) / 2 - 1e-12);
    EXPECT_GE(bound.at(a.cwiseMax(b)), bound.at(a) - 1e-12);
  }
}

TEST(ValueBound, GradientIsTheEnvelope) {
  const Ridge ridge;
  ValueBound bound;
  const VectorXd lambda = (VectorXd(2) << -3, -1).finished();
  ridge.add_to(bound, lambda);
  const VectorXd gradient = bound.gradient(lambda);
  for (int k = 0; k < 2; ++k) {
    VectorXd up = lambda;
    VectorXd down = lambda;
    up[k] += 1e-5;
    down[k] -= 1e-5;
    // Of the bound, and of φ itself: they touch here.
    EXPECT_NEAR(gradient[k], (bound.at(up) - bound.at(down)) / 2e-5, 1e-8);
    EXPECT_NEAR(gradient[k], (ridge.value(up) - ridge.value(down)) / 2e-5, 1e-8);
  }
}

TEST(ValueBound, FlagsTheUnderSolvedSample) {
  const Ridge ridge;
  ValueBound bound;
  for (int i = 0; i < 9; ++i) {
    const VectorXd lambda = VectorXd::Constant(2, -8.0 + i);
    ridge.add_to(bound, lambda, i == 4 ? 0.5 : 0);
  }
  const auto found = bound.under_solved(1e-6);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].sample, 4U);
  EXPECT_GT(found[0].objective, found[0].bound + 1e-6);
  EXPECT_TRUE(bound.under_solved(found[0].objective).empty());
}

TEST(ValueBound, BadInputIsAnError) {
  ValueBound bound;
  EXPECT_THROW(bound.at(VectorXd::Zero(2)), Error);
  bound.add(1, VectorXd::Ones(2), VectorXd::Zero(2), 3);
  EXPECT_TRUE(bound.under_solved(0).empty());  // alone
  EXPECT_THROW(bound.add(1, VectorXd::Ones(1), VectorXd::Zero(2), 3), Error);
  EXPECT_THROW(bound.add(std::nan(""), VectorXd::Ones(2), VectorXd::Zero(2), 3), Error);
  EXPECT_THROW(bound.add(1, -VectorXd::Ones(2), VectorXd::Zero(2), 3), Error);
  EXPECT_THROW(bound.at(VectorXd::Zero(3)), Error);
}

}  // namespace
}  // namespace gbho
