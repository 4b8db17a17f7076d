#include "surrogate/box.h"

#include <fmt/format.h>

#include <cmath>

#include "gbho/base/error.h"

namespace gbho::inline internal {

void check_box(const Eigen::VectorXd& low, const Eigen::VectorXd& high, const char* what) {
  if (low.size() == 0 || low.size() != high.size()) {
    throw ConfigError(fmt::format("{}: low has {} and high has {} dimensions; both need the same, at least 1",
                                  what, low.size(), high.size()));
  }
  for (Eigen::Index k = 0; k < low.size(); ++k) {
    if (!(low[k] < high[k]) || !std::isfinite(high[k] - low[k])) {
      throw ConfigError(fmt::format("{}: dimension {}: low = {} must be a finite number below high = {}",
                                    what, k + 1, low[k], high[k]));
    }
  }
}

Eigen::MatrixXd from_unit_box(const Eigen::MatrixXd& u, const Eigen::VectorXd& low,
                              const Eigen::VectorXd& high) {
  Eigen::MatrixXd x = u * (high - low).asDiagonal();
  x.rowwise() += low.transpose();
  // Rounding must neither miss the upper face …
  x = (u.array() >= 1).select(high.transpose().replicate(u.rows(), 1), x);
  // … nor lead out of the box.
  return x.cwiseMax(low.transpose().replicate(u.rows(), 1)).cwiseMin(high.transpose().replicate(u.rows(), 1));
}

Eigen::MatrixXd to_unit_box(const Eigen::MatrixXd& x, const Eigen::VectorXd& low,
                            const Eigen::VectorXd& high) {
  return (x.rowwise() - low.transpose()) * (high - low).cwiseInverse().asDiagonal();
}

}  // namespace gbho::inline internal
