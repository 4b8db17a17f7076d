#include "gbho/surrogate/kriging.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <tuple>

#include "gbho/base/error.h"
#include "support/samples.h"

namespace gbho {
namespace {

using testing::Index;
using testing::MatrixXd;
using testing::SmoothFunction;
using testing::VectorXd;

KrigingParameters fixed_parameters(const SmoothFunction& function, double nugget) {
  KrigingParameters parameters;
  parameters.lengths = 0.4 * (function.high() - function.low());
  parameters.nugget = nugget;
  parameters.gradient_nugget = nugget;
  return parameters;
}

Kriging fixed_model(const SmoothFunction& function, Index points, bool gradients, double nugget,
                    Correlation correlation = Correlation::kRbf) {
  KrigingOptions options;
  options.correlation = correlation;
  Kriging model(function.low(), function.high(), options);
  model.fit_fixed(function.sample(points, gradients), fixed_parameters(function, nugget));
  return model;
}

// Kind of correlation, dimensions, gradients or not.
class KrigingTest : public ::testing::TestWithParam<std::tuple<Correlation, Index, bool>> {};

TEST_P(KrigingTest, GradientsMatchCentralDifferences) {
  const auto [kind, n, gradients] = GetParam();
  const SmoothFunction function{n};
  const Kriging model = fixed_model(function, 9, gradients, 1e-6, kind);
  Stream stream(5, "points");
  const VectorXd scale = function.high() - function.low();
  for (int i = 0; i < 10; ++i) {
    const VectorXd x = function.point(stream);
    const Prediction at = model.predict(x);
    const auto mean = [&](const VectorXd& p) { return model.predict(p).mean; };
    const auto error = [&](const VectorXd& p) { return model.predict(p).error; };
    EXPECT_LT((at.mean_gradient - testing::differences(mean, x, scale)).norm(),
              1e-6 * (1 + at.mean_gradient.norm()));
    // ŝ² is a difference of numbers near one: in relative terms ŝ has few digits where it is tiny.
    if (at.error > 1e-3) {
      EXPECT_LT((at.error_gradient - testing::differences(error, x, scale)).norm(),
                1e-5 * (1 + at.error_gradient.norm()));
    }
  }
}

TEST_P(KrigingTest, InterpolatesWithATinyNugget) {
  const auto [kind, n, gradients] = GetParam();
  const SmoothFunction function{n};
  const Kriging model = fixed_model(function, 8, gradients, 1e-12, kind);
  for (Index i = 0; i < model.size(); ++i) {
    const VectorXd x = model.sample().x.row(i);
    const Prediction at = model.predict(x);
    EXPECT_NEAR(at.mean, model.sample().y[i], 1e-5);
    EXPECT_LT(at.error, 1e-4);
    if (gradients) {
      EXPECT_LT((at.mean_gradient - function.gradient(x)).norm(), 1e-4);
    }
  }
}

TEST_P(KrigingTest, AddIsFitFixed) {
  const auto [kind, n, gradients] = GetParam();
  const SmoothFunction function{n};
  const KrigingSample all = function.sample(20, gradients);
  const Index first = 12;
  KrigingSample some{all.x.topRows(first), all.y.head(first),
                     gradients ? MatrixXd(all.gradients.topRows(first)) : MatrixXd()};
  KrigingOptions options;
  options.correlation = kind;
  const KrigingParameters parameters = fixed_parameters(function, 1e-4);
  Kriging grown(function.low(), function.high(), options);
  grown.fit_fixed(some, parameters);
  for (Index i = first; i < all.y.size(); ++i) {
    grown.add(all.x.row(i), all.y[i], gradients ? VectorXd(all.gradients.row(i)) : VectorXd());
  }
  Kriging whole(function.low(), function.high(), options);
  whole.fit_fixed(all, parameters);
  EXPECT_EQ(grown.size(), 20);
  EXPECT_NEAR(grown.parameters().mean, whole.parameters().mean, 1e-9);
  EXPECT_NEAR(grown.parameters().variance, whole.parameters().variance, 1e-9 * whole.parameters().variance);
  EXPECT_NEAR(grown.parameters().log_likelihood, whole.parameters().log_likelihood, 1e-8);
  Stream stream(6, "points");
  for (int i = 0; i < 10; ++i) {
    const VectorXd x = function.point(stream);
    const Prediction a = grown.predict(x);
    const Prediction b = whole.predict(x);
    EXPECT_NEAR(a.mean, b.mean, 1e-9);
    EXPECT_NEAR(a.error, b.error, 1e-9);
    EXPECT_LT((a.mean_gradient - b.mean_gradient).norm(), 1e-9);
  }
}

TEST_P(KrigingTest, FitPredictsASmoothFunction) {
  const auto [kind, n, gradients] = GetParam();
  const SmoothFunction function{n};
  KrigingOptions options;
  options.correlation = kind;
  Kriging model(function.low(), function.high(), options);
  model.fit(function.sample(12 * n, gradients));
  Stream stream(7, "points");
  int within = 0;
  double squares = 0;
  constexpr int kPoints = 100;
  for (int i = 0; i < kPoints; ++i) {
    const VectorXd x = function.point(stream);
    const Prediction at = model.predict(x);
    const double miss = std::abs(at.mean - function.value(x));
    squares += miss * miss;
    within += miss <= 4 * at.error + 1e-3 ? 1 : 0;
  }
  EXPECT_LT(std::sqrt(squares / kPoints), 0.15);  // the function ranges over about 3
  EXPECT_GE(within, 90);
}

INSTANTIATE_TEST_SUITE_P(All, KrigingTest,
                         ::testing::Combine(::testing::Values(Correlation::kRbf, Correlation::kMatern52),
                                            ::testing::Values<Index>(1, 3), ::testing::Bool()));

TEST(Kriging, FitIsNoWorseThanAnyFixedParameters) {
  const SmoothFunction function{2};
  Kriging model(function.low(), function.high());
  const KrigingSample sample = function.sample(25, false, 0, 0.05);
  model.fit(sample);
  const double best = model.parameters().log_likelihood;
  Kriging other(function.low(), function.high());
  Stream stream(8, "lengths");
  for (int i = 0; i < 300; ++i) {
    KrigingParameters parameters;
    parameters.lengths = function.high() - function.low();
    for (double& length : parameters.lengths) length *= 0.05 * std::pow(400, stream.uniform());
    parameters.nugget = 1e-8 * std::pow(1e8, stream.uniform());
    other.fit_fixed(sample, parameters);
    EXPECT_LE(other.parameters().log_likelihood, best + 1e-6);
  }
}

TEST(Kriging, SameSeedSameFit) {
  const SmoothFunction function{2};
  Kriging a(function.low(), function.high());
  Kriging b(function.low(), function.high());
  a.fit(function.sample(15, false));
  b.fit(function.sample(15, false));
  EXPECT_EQ(a.parameters().lengths, b.parameters().lengths);
  EXPECT_EQ(a.parameters().log_likelihood, b.parameters().log_likelihood);
}

TEST(Kriging, RefitAfterAddIsAsLikelyAsFit) {
  const SmoothFunction function{2};
  const KrigingSample all = function.sample(16, false);
  Kriging model(function.low(), function.high());
  model.fit({all.x.topRows(15), all.y.head(15), {}});
  model.add(all.x.row(15), all.y[15]);
  model.refit();
  Kriging whole(function.low(), function.high());
  whole.fit(all);
  EXPECT_GE(model.parameters().log_likelihood, whole.parameters().log_likelihood - 1e-3);
}

TEST(Kriging, EstimatesTheNoise) {
  const SmoothFunction function{1};
  Kriging model(function.low(), function.high());
  model.fit(function.sample(60, false, 1, 0.1));
  const double noise = std::sqrt(model.parameters().nugget * model.parameters().variance);
  EXPECT_NEAR(noise, 0.1, 0.03);
}

TEST(Kriging, GradientNoiseHasItsFloor) {
  const SmoothFunction function{2};
  KrigingOptions options;
  options.gradient_noise = 0.02;
  for (const bool estimate : {true, false}) {
    options.estimate_gradient_noise = estimate;
    Kriging model(function.low(), function.high(), options);
    model.fit(function.sample(12, true));  // exact gradients: the likelihood wants no noise at all
    const double noise = std::sqrt(model.parameters().gradient_nugget * model.parameters().variance);
    EXPECT_NEAR(noise, 0.02, 0.001);
  }
}

TEST(Kriging, GradientsHelp) {
  const SmoothFunction function{4};
  Kriging values(function.low(), function.high());
  Kriging both(function.low(), function.high());
  values.fit(function.sample(10, false));
  both.fit(function.sample(10, true));
  Stream stream(9, "points");
  double miss_values = 0;
  double miss_both = 0;
  for (int i = 0; i < 50; ++i) {
    const VectorXd x = function.point(stream);
    miss_values += std::abs(values.predict(x).mean - function.value(x));
    miss_both += std::abs(both.predict(x).mean - function.value(x));
  }
  EXPECT_LT(miss_both, 0.5 * miss_values);
}

TEST(Kriging, DuplicatesAndNearDuplicates) {
  const SmoothFunction function{2};
  for (const bool gradients : {false, true}) {
    KrigingSample sample = function.sample(10, gradients);
    for (Index i = 0; i < 5; ++i) {
      sample.x.row(i + 5) = sample.x.row(i);
      sample.x(i + 5, 0) += i < 2 ? 0 : 1e-13;
    }
    sample.y[6] += 0.01;
    KrigingOptions options;
    options.nugget = 0;
    options.estimate_nugget = false;
    for (const bool estimate : {false, true}) {
      options.estimate_nugget = estimate;
      Kriging model(function.low(), function.high(), options);
      model.fit(sample);
      model.add(sample.x.row(0), sample.y[0], gradients ? VectorXd(sample.gradients.row(0)) : VectorXd());
      const Prediction at = model.predict(function.low());
      EXPECT_TRUE(std::isfinite(at.mean) && std::isfinite(at.error));
      EXPECT_TRUE(at.mean_gradient.allFinite() && at.error_gradient.allFinite());
      if (!estimate) {
        EXPECT_GT(model.parameters().jitter, 0);
      }
    }
  }
}

TEST(Kriging, ConstantValues) {
  const SmoothFunction function{2};
  KrigingSample sample = function.sample(6, false);
  sample.y.setConstant(0.1);
  Kriging model(function.low(), function.high());
  model.fit(sample);
  model.add(function.high(), 0.1);
  model.refit();
  const Prediction at = model.predict(function.low());
  EXPECT_EQ(at.mean, 0.1);
  EXPECT_EQ(at.error, 0);
  EXPECT_TRUE(std::isfinite(model.parameters().log_likelihood));
  model.add(function.low(), 0.2);
  model.refit();
  EXPECT_TRUE(std::isfinite(model.predict(function.low()).error));
  EXPECT_GT(model.parameters().variance, 0);
}

TEST(Kriging, OnePoint) {
  const SmoothFunction function{2};
  for (const bool gradients : {false, true}) {
    Kriging model(function.low(), function.high());
    const KrigingSample sample = function.sample(1, gradients);
    model.fit(sample);
    const Prediction at = model.predict(sample.x.row(0));
    EXPECT_NEAR(at.mean, sample.y[0], 1e-6);
    EXPECT_TRUE(std::isfinite(at.error));
    EXPECT_TRUE(std::isfinite(model.predict(function.high()).error));
  }
}

TEST(Kriging, TwoThousandPoints) {
  const SmoothFunction function{3};
  const Kriging model = fixed_model(function, 2000, false, 1e-6);
  Stream stream(10, "points");
  for (int i = 0; i < 3; ++i) {
    const VectorXd x = function.point(stream);
    EXPECT_NEAR(model.predict(x).mean, function.value(x), 1e-2);
  }
}

TEST(Kriging, BadInputIsAnErrorThatSaysWhat) {
  const SmoothFunction function{2};
  Kriging model(function.low(), function.high());
  KrigingSample sample = function.sample(5, false);
  sample.y[2] = std::numeric_limits<double>::quiet_NaN();
  try {
    model.fit(sample);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("point 3 of 5"));
  }
  EXPECT_THROW(model.fit({}), Error);
  EXPECT_THROW(model.fit(SmoothFunction{3}.sample(5, false)), Error);
  EXPECT_THROW(model.predict(function.low()), Error);
  EXPECT_THROW(model.refit(), Error);
  EXPECT_THROW(Kriging(function.high(), function.low()), ConfigError);
  KrigingOptions options;
  options.nugget = -1;
  EXPECT_THROW(Kriging(function.low(), function.high(), options), ConfigError);
  model.fit(function.sample(5, false));
  EXPECT_THROW(model.add(function.low(), 1, function.low()), Error);
  EXPECT_EQ(model.size(), 5);
}

}  // namespace
}  // namespace gbho
