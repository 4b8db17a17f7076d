#pragma once

#include <Eigen/Dense>
#include <cstdint>

#include "gbho/base/random.h"

namespace gbho::inline internal {

/// A density on the unit box: Σ_i w_i ∏_k N(u_k; center_ik, width_ik), each normal cut off at the box, and a
/// wide component in the middle that keeps every place possible.
class ParzenDensity {
 public:
  /// centers [m, n], m ≥ 0; weights [m], relative to the wide
  /// component's 1. A width is the larger of the distances to the neighbours in its dimension, within bounds.
  ParzenDensity(const Eigen::MatrixXd& centers, const Eigen::VectorXd& weights);

  Eigen::VectorXd draw(Stream& stream) const;
  double log_density(const Eigen::VectorXd& u) const;

  const Eigen::MatrixXd& widths() const { return widths_; }

 private:
  Eigen::MatrixXd centers_;      // [m + 1, n], the wide component last
  Eigen::MatrixXd widths_;       // [m + 1, n]
  Eigen::VectorXd share_;        // [m + 1] cumulated, 1 at the end
  Eigen::VectorXd log_factors_;  // [m + 1] log of weight / ∏_k (width·√2π·mass inside the box)
};

}  // namespace gbho::inline internal
