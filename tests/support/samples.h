#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <functional>

#include "gbho/base/random.h"
#include "gbho/surrogate/kriging.h"

namespace gbho::testing {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A smooth function on a box of its own, with different ranges and sensitivities in each dimension.
struct SmoothFunction {
  Index n;

  VectorXd low() const { return VectorXd::LinSpaced(n, -10, -10 + static_cast<double>(n - 1)); }
  VectorXd high() const { return VectorXd::LinSpaced(n, 0, static_cast<double>(2 * (n - 1))); }

  double value(const VectorXd& x) const {
    double sum = 1.5;
    for (Index k = 0; k < n; ++k) {
      const double u = (x[k] - low()[k]) / (high()[k] - low()[k]);
      sum += std::sin((2.0 + static_cast<double>(k)) * u) / static_cast<double>(k + 1) + u * u;
    }
    return sum;
  }

  VectorXd gradient(const VectorXd& x) const {
    VectorXd result(n);
    for (Index k = 0; k < n; ++k) {
      const double range = high()[k] - low()[k];
      const double u = (x[k] - low()[k]) / range;
      const double rate = 2.0 + static_cast<double>(k);
      result[k] = (rate * std::cos(rate * u) / static_cast<double>(k + 1) + 2 * u) / range;
    }
    return result;
  }

  VectorXd point(Stream& stream) const {
    VectorXd x(n);
    for (Index k = 0; k < n; ++k) x[k] = low()[k] + (high()[k] - low()[k]) * stream.uniform();
    return x;
  }

  KrigingSample sample(Index count, bool gradients, uint64_t seed = 0, double noise = 0) const {
    Stream stream(seed, "sample");
    KrigingSample result{MatrixXd(count, n), VectorXd(count),
                         MatrixXd(gradients ? count : 0, gradients ? n : 0)};
    for (Index i = 0; i < count; ++i) {
      const VectorXd x = point(stream);
      result.x.row(i) = x.transpose();
      result.y[i] = value(x) + noise * stream.normal();
      if (gradients) result.gradients.row(i) = gradient(x).transpose();
    }
    return result;
  }
};

/// Central differences, step as a part of each coordinate's own scale.
inline VectorXd differences(const std::function<double(const VectorXd&)>& function, const VectorXd& x,
                            const VectorXd& scale, double step = 1e-5) {
  VectorXd result(x.size());
  for (Index k = 0; k < x.size(); ++k) {
    VectorXd up = x;
    VectorXd down = x;
    up[k] += step * scale[k];
    down[k] -= step * scale[k];
    result[k] = (function(up) - function(down)) / (2 * step * scale[k]);
  }
  return result;
}

}  // namespace gbho::testing
