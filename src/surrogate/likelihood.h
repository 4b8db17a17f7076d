#pragma once

#include <Eigen/Dense>

#include "surrogate/covariance.h"

namespace gbho::inline internal {

/// What the likelihood puts in for mean and variance, and the weights that predictions need.
struct Concentrated {
  double mean = 0;
  double variance = 0;
  double log_likelihood = 0;
  Eigen::VectorXd weights;      // [N] K⁻¹(z − μ̂e)
  Eigen::VectorXd one_weights;  // [N] K⁻¹e
};

/// μ̂, σ̂² and the concentrated log-likelihood, from the factor of K. `block` as in Covariance.
Concentrated concentrate(const Eigen::MatrixXd& factor, const Eigen::VectorXd& z, Eigen::Index block);

/// Derivatives of the concentrated log-likelihood in the logarithms of the scales.
struct LikelihoodSlope {
  Eigen::VectorXd lengths;     // [n]
  double nugget = 0;           // in log ν
  double gradient_nugget = 0;  // in the common logarithm of all gradient nuggets
};

/// The concentrated log-likelihood of observations z at points u in the unit box; `slope` may be null.
double log_likelihood(Correlation correlation, bool gradients, const Scales& scales, const Eigen::MatrixXd& u,
                      const Eigen::VectorXd& z, double jitter, LikelihoodSlope* slope);

}  // namespace gbho::inline internal
