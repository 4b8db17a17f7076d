#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <vector>

#include "gbho/base/random.h"

namespace gbho {

// Points in the box [low, high], one a row: [count, n]. Same stream, same points. All throw ConfigError.

/// A full grid, ends included, the last dimension fastest. A single point of a dimension is its middle.
Eigen::MatrixXd grid_design(const Eigen::VectorXd& low, const Eigen::VectorXd& high,
                            const std::vector<int64_t>& points);

/// Every dimension is cut into `count` equal parts, and each part holds one point. The best of many by the
/// smallest distance between two points, then improved by swaps.
Eigen::MatrixXd latin_hypercube(const Eigen::VectorXd& low, const Eigen::VectorXd& high, int64_t count,
                                Stream stream);

/// Sobol's sequence with Joe and Kuo's direction numbers and a random digital shift. Balanced best when
/// `count` is a power of two.
Eigen::MatrixXd sobol_design(const Eigen::VectorXd& low, const Eigen::VectorXd& high, int64_t count,
                             Stream stream);

/// The most dimensions that sobol_design has direction numbers for.
int64_t sobol_dimensions();

/// Independent uniform points.
Eigen::MatrixXd random_design(const Eigen::VectorXd& low, const Eigen::VectorXd& high, int64_t count,
                              Stream stream);

}  // namespace gbho
