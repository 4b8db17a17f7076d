#pragma once

#include <Eigen/Dense>

#include "gbho/surrogate/acquisition.h"

namespace gbho::inline internal {

struct ClimbLimits {
  int64_t evaluations = 200;
  double value_tolerance = 1e-8;  // absolute: a step that gains less ends the search
  double point_tolerance = 1e-7;  // absolute, in the coordinates of the search
  double relative_tolerance = 0;  // of the value
};

struct Summit {
  Eigen::VectorXd x;
  double value = 0;
  int64_t evaluations = 0;
};

/// A local maximum in the box [low, high] from `start`, by gradients. Never worse than the start; a value
/// that is not finite ends the search there.
Summit climb(const BoxFunction& function, const Eigen::VectorXd& low, const Eigen::VectorXd& high,
             const Eigen::VectorXd& start, const ClimbLimits& limits);

}  // namespace gbho::inline internal
