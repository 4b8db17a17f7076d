#pragma once

#include <Eigen/Dense>

namespace gbho::inline internal {

/// Throws ConfigError, in the name of `what`, unless low < high holds in every dimension, and there is one.
void check_box(const Eigen::VectorXd& low, const Eigen::VectorXd& high, const char* what);

/// Rows of the unit box to rows of [low, high].
Eigen::MatrixXd from_unit_box(const Eigen::MatrixXd& u, const Eigen::VectorXd& low,
                              const Eigen::VectorXd& high);
/// And back.
Eigen::MatrixXd to_unit_box(const Eigen::MatrixXd& x, const Eigen::VectorXd& low,
                            const Eigen::VectorXd& high);

}  // namespace gbho::inline internal
