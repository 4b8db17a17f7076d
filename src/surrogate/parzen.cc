#include "surrogate/parzen.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

namespace gbho::inline internal {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kWidest = 1;
constexpr double kNarrowest = 0.01;  // with many points; ½/(m + 2) with few

double mass_inside(double center, double width) {
  const auto distribution = [](double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; };
  return distribution((1 - center) / width) - distribution(-center / width);
}

// [m + 1] The wide component counts as a neighbour, the ends of the box do not.
VectorXd neighbour_widths(const VectorXd& centers) {
  std::vector<Index> order(static_cast<size_t>(centers.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return centers[a] < centers[b]; });
  VectorXd widths = VectorXd::Zero(centers.size());
  for (size_t i = 0; i + 1 < order.size(); ++i) {
    const double gap = centers[order[i + 1]] - centers[order[i]];
    widths[order[i]] = std::max(widths[order[i]], gap);
    widths[order[i + 1]] = gap;
  }
  return widths;
}

}  // namespace

ParzenDensity::ParzenDensity(const MatrixXd& centers, const VectorXd& weights) {
  const Index m = centers.rows();
  const Index n = centers.cols();
  centers_.resize(m + 1, n);
  centers_.topRows(m) = centers;
  centers_.row(m).setConstant(0.5);

  widths_.resize(m + 1, n);
  for (Index k = 0; k < n; ++k) widths_.col(k) = neighbour_widths(centers_.col(k));
  const double narrowest = std::max(kNarrowest, 0.5 / static_cast<double>(m + 2));
  widths_ = widths_.cwiseMax(narrowest).cwiseMin(kWidest);
  widths_.row(m).setConstant(kWidest);

  VectorXd all(m + 1);
  all.head(m) = weights;
  all[m] = 1;
  all /= all.sum();
  share_.resize(m + 1);
  std::partial_sum(all.begin(), all.end(), share_.begin());
  log_factors_ = all.array().log().matrix();
  for (Index i = 0; i <= m; ++i) {
    for (Index k = 0; k < n; ++k) {
      log_factors_[i] -= std::log(widths_(i, k) * std::sqrt(2 * std::numbers::pi) *
                                  mass_inside(centers_(i, k), widths_(i, k)));
    }
  }
}

VectorXd ParzenDensity::draw(Stream& stream) const {
  const auto found = std::upper_bound(share_.begin(), share_.end() - 1, stream.uniform());
  const Index i = found - share_.begin();
  VectorXd u(centers_.cols());
  for (Index k = 0; k < u.size(); ++k) {
    // Centers lie in the box and widths are at most 1: a third of the draws or more lie inside.
    do {
      u[k] = centers_(i, k) + widths_(i, k) * stream.normal();
    } while (u[k] < 0 || u[k] > 1);
  }
  return u;
}

double ParzenDensity::log_density(const VectorXd& u) const {
  const VectorXd squares =
      (centers_.rowwise() - u.transpose()).cwiseQuotient(widths_).rowwise().squaredNorm();
  const VectorXd logs = log_factors_ - squares / 2;
  const double largest = logs.maxCoeff();
  return largest + std::log((logs.array() - largest).exp().sum());
}

}  // namespace gbho::inline internal
