#pragma once

#include <Eigen/Dense>

namespace gbho::inline internal {

/// K = L Lᵀ in place of K's lower triangle. When K does not factor, its diagonal is raised by a relative
/// jitter: `jitter` first, then ever more. Returns the jitter used. The upper triangle is left undefined.
double factorize_in_place(Eigen::MatrixXd& k, double jitter);

/// Appends rows to a factor: `rows` is [b, N] covariance of the new observations with the old, `own` [b, b]
/// among themselves, jitter included. False, and nothing changed, when the result would not be positive
/// definite.
bool extend_factor(Eigen::MatrixXd& factor, const Eigen::MatrixXd& rows, const Eigen::MatrixXd& own);

/// K⁻¹ z from the factor.
Eigen::VectorXd solve_factor(const Eigen::MatrixXd& factor, Eigen::VectorXd z);

/// The lower triangle of K⁻¹ in place of L. A third of the work of solving for the identity.
void invert_factor_in_place(Eigen::MatrixXd& factor);

/// log |K|
double log_determinant(const Eigen::MatrixXd& factor);

}  // namespace gbho::inline internal
