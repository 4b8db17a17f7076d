#pragma once

#include <Eigen/Dense>
#include <optional>

#include "surrogate/covariance.h"

namespace gbho::inline internal {

/// What the likelihood search works on: everything in the unit box.
struct LikelihoodProblem {
  const Eigen::MatrixXd& u;      // [t, n]
  const Eigen::VectorXd& z;      // [N]
  const Eigen::VectorXd& range;  // [n] high − low: gradient noise is given per unit of λ
  bool gradients;
  const KrigingOptions& options;
};

/// Length scales and the common gradient nugget per unit of λ, before Covariance's view of them.
struct LikelyScales {
  Eigen::VectorXd lengths;  // [n] in the unit box
  double nugget = 0;
  double gradient_nugget = 0;
};

Scales unit_scales(const LikelyScales& scales, const Eigen::VectorXd& range);

/// Maximizes the concentrated likelihood from one start (`warm`, or a middling guess) and options.restarts
/// random ones.
LikelyScales most_likely(const LikelihoodProblem& problem, const std::optional<LikelyScales>& warm);

/// What scales nothing is known about get: for samples without variation.
LikelyScales middling(const LikelihoodProblem& problem);

}  // namespace gbho::inline internal
