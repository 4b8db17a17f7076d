#include "gbho/surrogate/acquisition.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gbho/base/error.h"
#include "support/samples.h"

namespace gbho {
namespace {

using testing::Index;
using testing::MatrixXd;
using testing::SmoothFunction;
using testing::VectorXd;

Prediction prediction_of(double mean, double error) {
  return {mean, error, VectorXd::Ones(1), VectorXd::Zero(1)};
}

Kriging noisy_model() {
  const SmoothFunction function{2};
  KrigingParameters parameters;
  parameters.lengths = 0.3 * (function.high() - function.low());
  parameters.nugget = 1e-3;
  Kriging model(function.low(), function.high());
  model.fit_fixed(function.sample(9, false), parameters);
  return model;
}

TEST(ExpectedImprovement, KnownValues) {
  // ŝ(φ(0)) and, one deviation away, φ(1) ± Φ(±1)
  EXPECT_NEAR(expected_improvement(prediction_of(0, 2), 0), 2 * 0.3989422804014327, 1e-14);
  EXPECT_NEAR(expected_improvement(prediction_of(0, 1), 1), 1.0833154705876863, 1e-14);
  EXPECT_NEAR(expected_improvement(prediction_of(0, 1), -1), 0.0833154705876863, 1e-14);
  EXPECT_EQ(expected_improvement(prediction_of(1, 0), 3), 2);
  EXPECT_EQ(expected_improvement(prediction_of(3, 0), 1), 0);
}

TEST(ExpectedImprovement, LogarithmIsStableFarOut) {
  for (const double z : {5.0, 0.0, -1.0, -5.0, -11.9, -12.1, -20.0, -30.0}) {
    const double direct = std::log(expected_improvement(prediction_of(-z, 1), 0));
    EXPECT_NEAR(log_expected_improvement(prediction_of(-z, 1), 0), direct, 1e-11 * (1 + std::abs(direct)))
        << z;
  }
  // log h(z) → −z²/2 − log(2π)/2 − 2 log|z|
  const double far = log_expected_improvement(prediction_of(1e4, 1), 0);
  EXPECT_NEAR(far, -0.5e8 - 0.9189385332046727 - 2 * std::log(1e4), 1e-6);
  EXPECT_EQ(log_expected_improvement(prediction_of(1, 0), 0), -std::numeric_limits<double>::infinity());
}

TEST(Acquisition, GradientsMatchCentralDifferences) {
  const Kriging model = noisy_model();
  const SmoothFunction function{2};
  const VectorXd scale = function.high() - function.low();
  Stream stream(1, "points");
  for (const double best : {2.0, 0.5, -10.0}) {  // likely, unlikely, hopeless
    for (int i = 0; i < 10; ++i) {
      const VectorXd x = function.point(stream);
      const auto check = [&](auto acquisition) {
        VectorXd gradient;
        acquisition(model.predict(x), &gradient);
        const auto value = [&](const VectorXd& p) { return acquisition(model.predict(p), nullptr); };
        const VectorXd numeric = testing::differences(value, x, scale, 1e-6);
        EXPECT_LT((gradient - numeric).norm(), 1e-5 * (1 + numeric.norm()));
      };
      check([=](const Prediction& p, VectorXd* g) { return expected_improvement(p, best, g); });
      check([=](const Prediction& p, VectorXd* g) { return log_expected_improvement(p, best, g); });
      check([](const Prediction& p, VectorXd* g) { return lower_confidence_bound(p, 2.6, g); });
    }
  }
}

// Two hills; the higher one at (−2, 0.3).
double two_hills(const VectorXd& x, VectorXd* gradient) {
  const auto hill = [&](double height, double a, double b, VectorXd& slope) {
    const VectorXd d = (VectorXd(2) << (x[0] - a) / 2, (x[1] - b) / 0.2).finished();
    const double value = height * std::exp(-d.squaredNorm() / 2);
    slope = (VectorXd(2) << -value * d[0] / 2, -value * d[1] / 0.2).finished();
    return value;
  };
  VectorXd first;
  VectorXd second;
  const double value = hill(1, -8, 0.8, first) + hill(1.1, -2, 0.3, second);
  if (gradient != nullptr) *gradient = first + second;
  return value;
}

const VectorXd kBoxLow = (VectorXd(2) << -10, 0).finished();
const VectorXd kBoxHigh = (VectorXd(2) << 0, 1).finished();

TEST(Maximize, FindsTheHigherHill) {
  const VectorXd top = maximize(two_hills, kBoxLow, kBoxHigh, MatrixXd(), Stream(1, "maximize"));
  EXPECT_NEAR(top[0], -2, 0.02);
  EXPECT_NEAR(top[1], 0.3, 0.002);
  EXPECT_EQ(top, maximize(two_hills, kBoxLow, kBoxHigh, MatrixXd(), Stream(1, "maximize")));
}

TEST(Maximize, GoesToTheEdgeAndNoFarther) {
  const BoxFunction slope = [](const VectorXd& x, VectorXd* gradient) {
    if (gradient != nullptr) *gradient = VectorXd::Ones(2);
    return x.sum();
  };
  EXPECT_EQ(maximize(slope, kBoxLow, kBoxHigh, MatrixXd(), Stream(1, "maximize")), kBoxHigh);
}

TEST(Maximize, KeepsItsDistance) {
  MatrixXd points(1, 2);
  points << -2, 0.3;  // on top of the hill
  MaximizeOptions options;
  options.min_distance = 0.05;
  const VectorXd top = maximize(two_hills, kBoxLow, kBoxHigh, points, Stream(1, "maximize"), options);
  const VectorXd apart = (top - points.row(0).transpose()).cwiseQuotient(kBoxHigh - kBoxLow);
  EXPECT_GE(apart.norm(), 0.05);
  EXPECT_LT(apart.norm(), 0.06);
}

TEST(Maximize, CrowdedOrFlatStillAnswersFromTheBox) {
  MatrixXd points(1, 2);
  points << -5, 0.5;
  MaximizeOptions options;
  options.min_distance = 10;
  const VectorXd far = maximize(two_hills, kBoxLow, kBoxHigh, points, Stream(1, "maximize"), options);
  EXPECT_GT((far - points.row(0).transpose()).cwiseQuotient(kBoxHigh - kBoxLow).norm(), 0.6);
  const BoxFunction nowhere = [](const VectorXd&, VectorXd* gradient) {
    if (gradient != nullptr) *gradient = VectorXd::Zero(2);
    return -std::numeric_limits<double>::infinity();
  };
  const VectorXd any = maximize(nowhere, kBoxLow, kBoxHigh, MatrixXd(), Stream(1, "maximize"));
  EXPECT_TRUE((any.array() >= kBoxLow.array()).all() && (any.array() <= kBoxHigh.array()).all());
}

TEST(Maximize, WhatTheFunctionThrowsComesThrough) {
  const BoxFunction bad = [](const VectorXd& x, VectorXd* gradient) -> double {
    if (gradient != nullptr) throw Error("bad");
    return x.sum();
  };
  EXPECT_THROW(maximize(bad, kBoxLow, kBoxHigh, MatrixXd(), Stream(1, "maximize")), Error);
}

TEST(Maximize, ImprovementOfAModelIsFoundAwayFromItsSample) {
  const Kriging model = noisy_model();
  const double best = model.sample().y.minCoeff();
  const BoxFunction improvement = [&](const VectorXd& x, VectorXd* gradient) {
    return log_expected_improvement(model.predict(x), best, gradient);
  };
  const VectorXd next =
      maximize(improvement, model.low(), model.high(), model.sample().x, Stream(1, "maximize"));
  const double found = improvement(next, nullptr);
  Stream stream(2, "points");
  for (int i = 0; i < 1000; ++i) {
    EXPECT_GE(found, improvement(SmoothFunction{2}.point(stream), nullptr) - 1e-9);
  }
}

}  // namespace
}  // namespace gbho
