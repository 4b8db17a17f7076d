#pragma once

#include <Eigen/Dense>
#include <utility>

#include "gbho/surrogate/kriging.h"

namespace gbho::inline internal {

/// Length scales and noise, for inputs in the unit box. All relative to σ².
struct Scales {
  Eigen::VectorXd lengths;          // [n]
  double nugget = 0;                // of values
  Eigen::VectorXd gradient_nugget;  // [n] of ∂/∂u_k; unused without gradients
};

/// Covariance, over σ², of what is observed at the points u: the value and, with gradients, ∂/∂u_1 … ∂/∂u_n.
/// Observations of a point stay together: N = t·b, b = 1 or n+1.
class Covariance {
 public:
  Covariance(Correlation correlation, bool gradients, Scales scales)
      : correlation_(correlation), gradients_(gradients), scales_(std::move(scales)) {}

  Eigen::Index block() const { return gradients_ ? scales_.lengths.size() + 1 : 1; }

  /// K, [N, N]: lower triangle, nuggets on the diagonal.
  Eigen::MatrixXd matrix(const Eigen::MatrixXd& u) const;
  /// [b, N]: all that is observed at x against all that is observed at u; without nuggets.
  Eigen::MatrixXd rows(const Eigen::VectorXd& x, const Eigen::MatrixXd& u) const;
  /// [b]: variances of what is observed at one point, nuggets included. They do not covary.
  Eigen::VectorXd own() const;
  /// k, [N]: the value at x against all that is observed at u; and its derivatives in x, [N, n].
  void cross(const Eigen::VectorXd& x, const Eigen::MatrixXd& u, Eigen::VectorXd& k,
             Eigen::MatrixXd& jacobian) const;
  /// Σ_ij W_ij ∂K_ij/∂log l_m for every m, [n]. W symmetric, [N, N]; its lower triangle is read.
  Eigen::VectorXd length_derivatives(const Eigen::MatrixXd& u, const Eigen::MatrixXd& w) const;

 private:
  Eigen::MatrixXd value_matrix(const Eigen::MatrixXd& u) const;
  Eigen::VectorXd value_length_derivatives(const Eigen::MatrixXd& u, const Eigen::MatrixXd& w) const;
  void pair_block(const Eigen::VectorXd& d, Eigen::Ref<Eigen::MatrixXd> out) const;
  void add_pair_derivatives(const Eigen::VectorXd& d, const Eigen::Ref<const Eigen::MatrixXd>& w,
                            Eigen::VectorXd& sum) const;

  Correlation correlation_;
  bool gradients_;
  Scales scales_;
};

}  // namespace gbho::inline internal
