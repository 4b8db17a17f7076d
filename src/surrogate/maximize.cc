#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "gbho/base/error.h"
#include "gbho/surrogate/acquisition.h"
#include "gbho/surrogate/designs.h"
#include "surrogate/box.h"
#include "surrogate/climb.h"

namespace gbho {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kNudge =
    0.02;  // of the box: at a sample point itself the promise is nil, and its slope useless
constexpr int kPushes = 20;

// Everything in the unit box, so that one tolerance suits all dimensions.
class BoxSearch {
 public:
  BoxSearch(const BoxFunction& function, const VectorXd& low, const VectorXd& high, const MatrixXd& points,
            const MaximizeOptions& options)
      : function_(function), low_(low), high_(high), options_(options) {
    if (points.rows() > 0) points_ = to_unit_box(points, low, high);
  }

  double value(const VectorXd& u, VectorXd* gradient) const {
    const double result = function_(in_box(u), gradient);
    if (gradient != nullptr && gradient->size() == u.size()) gradient->array() *= (high_ - low_).array();
    return result;
  }

  VectorXd in_box(const VectorXd& u) const { return from_unit_box(u.transpose(), low_, high_).transpose(); }

  MatrixXd candidates(const Stream& stream) const {
    const VectorXd zero = VectorXd::Zero(low_.size());
    const VectorXd one = VectorXd::Ones(low_.size());
    const int64_t count = std::max<int64_t>(options_.candidates, 1);
    return low_.size() <= sobol_dimensions() ? sobol_design(zero, one, count, stream.child("candidates"))
                                             : random_design(zero, one, count, stream.child("candidates"));
  }

  // The best rows of u by value, best first; values that are not finite are left out.
  std::vector<VectorXd> best_rows(const MatrixXd& u, int64_t count) const {
    std::vector<std::pair<double, Index>> order;
    for (Index i = 0; i < u.rows(); ++i) {
      const double here = value(u.row(i), nullptr);
      if (std::isfinite(here)) order.emplace_back(-here, i);
    }
    std::sort(order.begin(), order.end());
    std::vector<VectorXd> rows;
    for (size_t i = 0; i < order.size() && static_cast<int64_t>(i) < count; ++i) {
      rows.emplace_back(u.row(order[i].second));
    }
    return rows;
  }

  MatrixXd nudged_points(Stream& stream) const {
    MatrixXd u = points_;
    for (Index i = 0; i < u.rows(); ++i) {
      for (Index k = 0; k < u.cols(); ++k) u(i, k) = std::clamp(u(i, k) + kNudge * stream.normal(), 0.0, 1.0);
    }
    return u;
  }

  VectorXd climb_from(const VectorXd& start) const {
    const BoxFunction function = [this](const VectorXd& u, VectorXd* gradient) { return value(u, gradient); };
    const VectorXd zero = VectorXd::Zero(low_.size());
    const VectorXd one = VectorXd::Ones(low_.size());
    return climb(function, zero, one, start, {options_.evaluations, 0, 1e-7, 1e-10}).x;
  }

  double distance(const VectorXd& u, Index* nearest = nullptr) const {
    if (points_.rows() == 0) return std::numeric_limits<double>::infinity();
    Index row = 0;
    const double square = (points_.rowwise() - u.transpose()).rowwise().squaredNorm().minCoeff(&row);
    if (nearest != nullptr) *nearest = row;
    return std::sqrt(square);
  }

  bool far_enough(const VectorXd& u) const { return distance(u) >= options_.min_distance; }

  // Out of the ball around the nearest sample point, again and again; nothing when that leads nowhere.
  std::optional<VectorXd> pushed_away(VectorXd u, Stream& stream) const {
    for (int push = 0; push < kPushes; ++push) {
      Index nearest = 0;
      const double gap = distance(u, &nearest);
      if (gap >= options_.min_distance) return u;
      VectorXd direction = u - points_.row(nearest).transpose();
      if (push > 0 || gap == 0) {
        for (double& part : direction) part += 0.5 * options_.min_distance * stream.normal();
      }
      const double length = direction.norm();
      if (length == 0) continue;
      const double radius = options_.min_distance * (1 + 1e-9);
      u = points_.row(nearest).transpose() + radius / length * direction;
      u = u.cwiseMax(0.0).cwiseMin(1.0);
    }
    return std::nullopt;
  }

 private:
  const BoxFunction& function_;
  const VectorXd& low_;
  const VectorXd& high_;
  const MaximizeOptions& options_;
  MatrixXd points_;  // [t, n] in the unit box
};

VectorXd farthest_row(const BoxSearch& search, const MatrixXd& u) {
  Index farthest = 0;
  double most = -1;
  for (Index i = 0; i < u.rows(); ++i) {
    const double distance = search.distance(u.row(i));
    if (distance <= most) continue;
    most = distance;
    farthest = i;
  }
  return u.row(farthest);
}

}  // namespace

VectorXd maximize(const BoxFunction& function, const VectorXd& low, const VectorXd& high,
                  const MatrixXd& points, Stream stream, const MaximizeOptions& options) {
  check_box(low, high, "maximize");
  if (points.rows() > 0 && points.cols() != low.size()) {
    throw Error(
        fmt::format("maximize: the points have {} dimensions, the box has {}", points.cols(), low.size()));
  }
  const BoxSearch search(function, low, high, points, options);
  const MatrixXd candidates = search.candidates(stream);
  Stream pushes = stream.child("pushes");
  Stream nudges = stream.child("nudges");

  std::vector<VectorXd> starts = search.best_rows(candidates, options.starts);
  for (VectorXd& u : search.best_rows(search.nudged_points(nudges), options.sample_starts)) {
    starts.push_back(std::move(u));
  }
  std::optional<VectorXd> best;
  double best_value = -std::numeric_limits<double>::infinity();
  const auto consider = [&](const VectorXd& u) {
    if (!search.far_enough(u)) return;
    const double value = search.value(u, nullptr);
    if (!std::isfinite(value) || value <= best_value) return;
    best = u;
    best_value = value;
  };
  for (const VectorXd& start : starts) {
    consider(start);
    if (const auto end = search.pushed_away(search.climb_from(start), pushes)) consider(*end);
  }
  if (!best) {  // flat at −∞, or crowded near all the good places
    for (const VectorXd& u : search.best_rows(candidates, candidates.rows())) consider(u);
  }
  return search.in_box(best ? *best : farthest_row(search, candidates));
}

}  // namespace gbho
