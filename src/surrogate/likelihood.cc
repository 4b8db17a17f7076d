#include "surrogate/likelihood.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "surrogate/factor.h"

//   K = L Lᵀ [N, N], z [N] observations, e [N]: 1 for values, 0 for derivatives
//   μ̂ = eᵀK⁻¹z / eᵀK⁻¹e,  α = K⁻¹(z − μ̂e),  σ̂² = (z − μ̂e)ᵀα / N
//   ℓ = −½ (N log 2πσ̂² + log|K| + N)
//   ∂ℓ = −½ Σ_ij W_ij ∂K_ij,  W = K⁻¹ − ααᵀ/σ̂²       (μ̂ and σ̂² are at their best: no terms of theirs)

namespace gbho::inline internal {
namespace {

// A sample without any variation has σ̂² = 0; its likelihood is kept finite.
constexpr double kLeastVariance = 1e-300;

}  // namespace

Concentrated concentrate(const Eigen::MatrixXd& factor, const Eigen::VectorXd& z, Eigen::Index block) {
  const Eigen::Index count = z.size();
  Eigen::VectorXd e = Eigen::VectorXd::Zero(count);
  for (Eigen::Index i = 0; i < count; i += block) e[i] = 1;
  Concentrated result;
  result.one_weights = solve_factor(factor, e);
  result.mean = result.one_weights.dot(z) / result.one_weights.dot(e);
  const Eigen::VectorXd residual = z - result.mean * e;
  result.weights = solve_factor(factor, residual);
  result.variance = std::max(0.0, residual.dot(result.weights) / static_cast<double>(count));
  const double variance = std::max(result.variance, kLeastVariance);
  result.log_likelihood =
      -0.5 * (static_cast<double>(count) * (std::log(2 * std::numbers::pi * variance) + 1) +
              log_determinant(factor));
  return result;
}

double log_likelihood(Correlation correlation, bool gradients, const Scales& scales, const Eigen::MatrixXd& u,
                      const Eigen::VectorXd& z, double jitter, LikelihoodSlope* slope) {
  const Covariance covariance(correlation, gradients, scales);
  const Eigen::Index block = covariance.block();
  Eigen::MatrixXd w = covariance.matrix(u);
  factorize_in_place(w, jitter);
  const Concentrated best = concentrate(w, z, block);
  if (slope == nullptr) return best.log_likelihood;

  invert_factor_in_place(w);
  const double variance = std::max(best.variance, kLeastVariance);
  w.selfadjointView<Eigen::Lower>().rankUpdate(best.weights, -1 / variance);
  slope->lengths = -0.5 * covariance.length_derivatives(u, w);
  double on_values = 0;
  double on_gradients = 0;
  for (Eigen::Index i = 0; i < w.rows(); i += block) {
    on_values += w(i, i);
    for (Eigen::Index k = 1; k < block; ++k) on_gradients += w(i + k, i + k) * scales.gradient_nugget[k - 1];
  }
  slope->nugget = -0.5 * scales.nugget * on_values;
  slope->gradient_nugget = -0.5 * on_gradients;
  return best.log_likelihood;
}

}  // namespace gbho::inline internal
