#include "surrogate/likelihood.h"

#include <gtest/gtest.h>

#include <tuple>

#include "support/samples.h"
#include "surrogate/factor.h"

namespace gbho {
namespace {

using testing::Index;
using testing::MatrixXd;
using testing::VectorXd;

struct LikelihoodCase {
  MatrixXd u;
  VectorXd z;
  Scales scales;
};

LikelihoodCase likelihood_case(Index n, bool gradients) {
  Stream stream(3, "case");
  const Index t = 7;
  LikelihoodCase result{MatrixXd(t, n), VectorXd(gradients ? t * (n + 1) : t), {}};
  for (Index i = 0; i < t; ++i) {
    for (Index k = 0; k < n; ++k) result.u(i, k) = stream.uniform();
  }
  for (double& z : result.z) z = stream.normal();
  result.scales = {VectorXd::LinSpaced(n, 0.3, 0.7), 0.02, VectorXd::LinSpaced(n, 0.1, 0.3)};
  return result;
}

// Kind of correlation, dimensions, gradients or not.
class LikelihoodTest : public ::testing::TestWithParam<std::tuple<Correlation, Index, bool>> {};

TEST_P(LikelihoodTest, SlopeMatchesCentralDifferences) {
  const auto [kind, n, gradients] = GetParam();
  const LikelihoodCase given = likelihood_case(n, gradients);
  LikelihoodSlope slope;
  log_likelihood(kind, gradients, given.scales, given.u, given.z, 0, &slope);
  VectorXd analytic(n + 2);
  analytic << slope.lengths, slope.nugget, slope.gradient_nugget;

  const auto shifted = [&, kind = kind, n = n, gradients = gradients](const VectorXd& logs) {
    Scales scales = given.scales;
    scales.lengths.array() *= logs.head(n).array().exp();
    scales.nugget *= std::exp(logs[n]);
    scales.gradient_nugget *= std::exp(logs[n + 1]);
    return log_likelihood(kind, gradients, scales, given.u, given.z, 0, nullptr);
  };
  const VectorXd numeric = testing::differences(shifted, VectorXd::Zero(n + 2), VectorXd::Ones(n + 2));
  EXPECT_LT((analytic - numeric).norm(), 1e-6 * (1 + numeric.norm()));
}

INSTANTIATE_TEST_SUITE_P(All, LikelihoodTest,
                         ::testing::Combine(::testing::Values(Correlation::kRbf, Correlation::kMatern52),
                                            ::testing::Values<Index>(1, 3), ::testing::Bool()));

TEST(Factor, InverseIsTheInverse) {
  Stream stream(1, "matrix");
  const Index size = 101;  // larger than the blocks, and odd
  MatrixXd a(size, size);
  for (Index i = 0; i < size; ++i) {
    for (Index j = 0; j < size; ++j) a(i, j) = stream.normal();
  }
  const MatrixXd k = a * a.transpose() + MatrixXd::Identity(size, size);
  MatrixXd factor = k;
  EXPECT_EQ(factorize_in_place(factor, 0), 0);
  EXPECT_NEAR(log_determinant(factor), k.fullPivLu().matrixLU().diagonal().array().abs().log().sum(), 1e-8);
  invert_factor_in_place(factor);
  const MatrixXd inverse = factor.selfadjointView<Eigen::Lower>();
  EXPECT_LT((k * inverse - MatrixXd::Identity(size, size)).norm(), 1e-8);
}

TEST(Factor, JitterGrowsOnlyAsFarAsNeeded) {
  MatrixXd singular = MatrixXd::Ones(20, 20);
  const double jitter = factorize_in_place(singular, 0);
  EXPECT_GT(jitter, 0);
  EXPECT_LE(jitter, 1e-12);
}

}  // namespace
}  // namespace gbho
