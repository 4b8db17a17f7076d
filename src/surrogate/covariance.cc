#include "surrogate/covariance.h"

#include "surrogate/correlation.h"

// t points u in n dimensions, N = t·b observations.
//   d = u_i − u_j   [n]     s_k = d_k/l_k,  v_k = d_k/l_k²     q = ½ Σ s_k²,  κ = g(q)
//   value – value           g
//   value_i – ∂_k value_j   −g' v_k          ∂_k value_i – value_j   g' v_k
//   ∂_j – ∂_k               −g'' v_j v_k − g' δ_jk/l_k²
// Derivatives in log l_m: ∂q = −s_m², ∂v_k = −2 δ_mk v_k.

namespace gbho::inline internal {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// q of the points below row j against point j; `s` holds u_k/l_k.
Eigen::ArrayXd half_squares(const MatrixXd& s, Index j) {
  const Index below = s.rows() - j - 1;
  Eigen::ArrayXd q = Eigen::ArrayXd::Zero(below);
  for (Index k = 0; k < s.cols(); ++k) q += (s.col(k).tail(below).array() - s(j, k)).square();
  return q / 2;
}

MatrixXd scaled_by_lengths(const MatrixXd& u, const VectorXd& lengths) {
  return u * lengths.cwiseInverse().asDiagonal();
}

}  // namespace

MatrixXd Covariance::value_matrix(const MatrixXd& u) const {
  const Index t = u.rows();
  const MatrixXd s = scaled_by_lengths(u, scales_.lengths);
  MatrixXd k(t, t);
  for (Index j = 0; j < t; ++j) {
    Eigen::ArrayXd q = half_squares(s, j);
    correlate(correlation_, q);
    k.col(j).tail(t - j - 1) = q.matrix();
    k(j, j) = 1 + scales_.nugget;
  }
  return k;
}

// The block of pair (i, j), d = u_i − u_j: [b, b], rows of i, columns of j.
void Covariance::pair_block(const VectorXd& d, Eigen::Ref<MatrixXd> out) const {
  const Eigen::ArrayXd inverse_squares = scales_.lengths.array().square().inverse();
  const VectorXd v = (d.array() * inverse_squares).matrix();
  const Profile p = profile(correlation_, d.dot(v) / 2);
  out(0, 0) = p.g;
  if (!gradients_) return;
  const Index n = d.size();
  out.block(0, 1, 1, n) = -p.g1 * v.transpose();
  out.block(1, 0, n, 1) = p.g1 * v;
  out.block(1, 1, n, n) = -p.g2 * v * v.transpose();
  out.block(1, 1, n, n).diagonal().array() -= p.g1 * inverse_squares;
}

MatrixXd Covariance::matrix(const MatrixXd& u) const {
  if (!gradients_) return value_matrix(u);
  const Index t = u.rows();
  const Index b = block();
  MatrixXd k(t * b, t * b);
  const VectorXd diagonal = own();
  for (Index j = 0; j < t; ++j) {
    k.block(j * b, j * b, b, b) = diagonal.asDiagonal();
    for (Index i = j + 1; i < t; ++i) {
      pair_block((u.row(i) - u.row(j)).transpose(), k.block(i * b, j * b, b, b));
    }
  }
  return k;
}

VectorXd Covariance::own() const {
  VectorXd variances(block());
  variances[0] = 1 + scales_.nugget;
  if (gradients_) {
    const double slope = -profile(correlation_, 0).g1;
    variances.tail(block() - 1) =
        (slope * scales_.lengths.array().square().inverse()).matrix() + scales_.gradient_nugget;
  }
  return variances;
}

MatrixXd Covariance::rows(const VectorXd& x, const MatrixXd& u) const {
  const Index b = block();
  MatrixXd result(b, u.rows() * b);
  for (Index j = 0; j < u.rows(); ++j) {
    pair_block(x - u.row(j).transpose(), result.block(0, j * b, b, b));
  }
  return result;
}

void Covariance::cross(const VectorXd& x, const MatrixXd& u, VectorXd& k, MatrixXd& jacobian) const {
  const Index n = x.size();
  const Index b = block();
  k.resize(u.rows() * b);
  jacobian.resize(u.rows() * b, n);
  const Eigen::ArrayXd inverse_squares = scales_.lengths.array().square().inverse();
  for (Index j = 0; j < u.rows(); ++j) {
    const VectorXd d = x - u.row(j).transpose();
    const VectorXd v = (d.array() * inverse_squares).matrix();
    const Profile p = profile(correlation_, d.dot(v) / 2);
    k[j * b] = p.g;
    jacobian.row(j * b) = p.g1 * v.transpose();
    if (!gradients_) continue;
    k.segment(j * b + 1, n) = -p.g1 * v;
    auto second = jacobian.middleRows(j * b + 1, n);
    second = -p.g2 * v * v.transpose();
    second.diagonal().array() -= p.g1 * inverse_squares;
  }
}

VectorXd Covariance::value_length_derivatives(const MatrixXd& u, const MatrixXd& w) const {
  const Index t = u.rows();
  const MatrixXd s = scaled_by_lengths(u, scales_.lengths);
  VectorXd sum = VectorXd::Zero(u.cols());
  for (Index j = 0; j + 1 < t; ++j) {
    Eigen::ArrayXd slope = half_squares(s, j);
    correlate_slope(correlation_, slope);
    const Index below = t - j - 1;
    slope *= w.col(j).tail(below).array();
    for (Index m = 0; m < u.cols(); ++m) {
      sum[m] += (slope * (s.col(m).tail(below).array() - s(j, m)).square()).sum();
    }
  }
  return 2 * sum;  // the other triangle
}

// One pair, both triangles: `w` is W's block of the pair, rows of i, columns of j.
void Covariance::add_pair_derivatives(const VectorXd& d, const Eigen::Ref<const MatrixXd>& w,
                                      VectorXd& sum) const {
  const Index n = d.size();
  const Eigen::ArrayXd inverse_squares = scales_.lengths.array().square().inverse();
  const VectorXd v = (d.array() * inverse_squares).matrix();
  const Eigen::ArrayXd s_squares = d.array() * v.array();
  const Profile p = profile(correlation_, s_squares.sum() / 2);
  const VectorXd cross_weights = w.row(0).tail(n).transpose() - w.col(0).tail(n);
  const auto second_weights = w.block(1, 1, n, n);
  const VectorXd along = second_weights * v + second_weights.transpose() * v;
  const Eigen::ArrayXd own_weights = second_weights.diagonal().array() * inverse_squares;
  const double through_q =
      -p.g1 * w(0, 0) + p.g2 * (v.dot(cross_weights) + own_weights.sum()) + p.g3 * v.dot(along) / 2;
  sum.array() += 2 * (through_q * s_squares + 2 * (p.g1 * (v.array() * cross_weights.array() + own_weights) +
                                                   p.g2 * v.array() * along.array()));
}

VectorXd Covariance::length_derivatives(const MatrixXd& u, const MatrixXd& w) const {
  if (!gradients_) return value_length_derivatives(u, w);
  const Index b = block();
  VectorXd sum = VectorXd::Zero(u.cols());
  const double slope = -profile(correlation_, 0).g1;
  for (Index j = 0; j < u.rows(); ++j) {
    for (Index i = j + 1; i < u.rows(); ++i) {
      add_pair_derivatives((u.row(i) - u.row(j)).transpose(), w.block(i * b, j * b, b, b), sum);
    }
    const Eigen::ArrayXd own_weights = w.diagonal().segment(j * b + 1, b - 1).array();
    sum.array() -= 2 * slope * own_weights / scales_.lengths.array().square();
  }
  return sum;
}

}  // namespace gbho::inline internal
