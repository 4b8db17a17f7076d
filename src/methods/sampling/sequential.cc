#include "methods/sampling/sequential.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "run/eigen_tensors.h"
#include "surrogate/box.h"

namespace gbho::inline internal {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kSamePoint = 1e-9;  // of the box's width

MatrixXd random_points(int64_t count, int64_t n, Stream stream) {
  MatrixXd u(count, n);
  for (Index i = 0; i < count; ++i) {
    for (Index k = 0; k < n; ++k) u(i, k) = stream.uniform();
  }
  return u;
}

bool contains(const MatrixXd& points, Index rows, const VectorXd& u) {
  for (Index i = 0; i < rows; ++i) {
    if ((points.row(i).transpose() - u).cwiseAbs().maxCoeff() < kSamePoint) return true;
  }
  return false;
}

// Training the same λ again, with the same seed, would tell nothing.
void replace_repetitions(MatrixXd& u, const MatrixXd& seen, Stream stream) {
  for (Index i = 0; i < u.rows(); ++i) {
    while (contains(seen, seen.rows(), u.row(i)) || contains(u, i, u.row(i))) {
      for (double& part : u.row(i)) part = stream.uniform();
    }
  }
}

}  // namespace

void Trials::add(const VectorXd& point, double its_value) {
  const Index t = value.size();
  u.conservativeResize(t + 1, point.size());
  u.row(t) = point.transpose();
  value.conservativeResize(t + 1);
  value[t] = its_value;
}

VectorXd Trials::targets(bool logarithms) const {
  double worst = -std::numeric_limits<double>::infinity();
  double least = std::numeric_limits<double>::infinity();
  for (const double own : value) {
    if (!std::isfinite(own)) continue;
    worst = std::max(worst, own);
    least = std::min(least, own);
  }
  VectorXd filled = value.unaryExpr([&](double own) { return std::isfinite(own) ? own : worst; });
  if (logarithms && least > 0) filled = filled.array().log().matrix();
  return filled;
}

void SequentialMethod::begin(const Space& space, uint64_t seed) {
  validate(space);
  space_ = space;
  seed_ = seed;
  schedule_ = schedule(space);
  asked_ = 0;
  seen_ = {};
  forget();
}

std::vector<std::string> SequentialMethod::seed_streams() const {
  return {name() + ".initial", name() + ".proposals"};
}

torch::Tensor SequentialMethod::ask() {
  const int64_t wanted = asked_ == 0 ? schedule_.initial : schedule_.batch;
  const int64_t count = std::min(wanted, schedule_.trials - asked_);
  if (count < 1) return torch::empty({0, space_.size()}, torch::kDouble);
  const Stream stream = asked_ == 0 ? Stream(seed_, name() + ".initial")
                                    : Stream(seed_, name() + ".proposals").child(std::to_string(asked_));
  MatrixXd u = asked_ == 0 || seen_.usable() < 2 ? random_points(count, space_.size(), stream)
                                                 : propose(seen_, count, stream);
  replace_repetitions(u, seen_.u, stream.child("repetitions"));
  asked_ += count;
  return to_tensor(from_unit_box(u, low_of(space_), high_of(space_)));
}

void SequentialMethod::tell(const std::vector<Evaluation>& evaluations) {
  for (const Evaluation& evaluation : evaluations) {
    const MatrixXd point = to_eigen(evaluation.lambda).transpose();
    const double value =
        evaluation.usable() ? evaluation.criterion() : std::numeric_limits<double>::infinity();
    seen_.add(to_unit_box(point, low_of(space_), high_of(space_)).transpose(), value);
  }
}

}  // namespace gbho::inline internal
