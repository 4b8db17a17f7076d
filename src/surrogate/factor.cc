#include "surrogate/factor.h"

#include <algorithm>

#include "gbho/base/error.h"

namespace gbho::inline internal {
namespace {

using Eigen::Index;
using Eigen::Lower;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Block = Eigen::Ref<MatrixXd>;

constexpr double kFirstJitter = 1e-14;
constexpr double kLastJitter = 1.0;
constexpr Index kSmallBlock = 24;  // below this, recursion costs more than it saves

// L ← L⁻¹, by halves: [A 0; B C]⁻¹ = [A⁻¹ 0; −C⁻¹BA⁻¹ C⁻¹].
void invert_lower(Block l) {
  const Index n = l.rows();
  if (n <= kSmallBlock) {
    const MatrixXd copy = l;
    l.setIdentity();
    copy.triangularView<Lower>().solveInPlace(l);
    return;
  }
  const Index half = n / 2;
  auto a = l.topLeftCorner(half, half);
  auto b = l.bottomLeftCorner(n - half, half);
  auto c = l.bottomRightCorner(n - half, n - half);
  a.triangularView<Lower>().solveInPlace<Eigen::OnTheRight>(b);
  c.triangularView<Lower>().solveInPlace(b);
  b = -b;
  invert_lower(a);
  invert_lower(c);
}

// The lower triangle of MᵀM for a lower triangular M, in place: [A 0; B C] gives AᵀA + BᵀB, CᵀB and CᵀC.
void square_lower(Block m) {
  const Index n = m.rows();
  if (n <= kSmallBlock) {
    const MatrixXd copy = m.triangularView<Lower>();
    m.noalias() = copy.transpose() * copy;
    return;
  }
  const Index half = n / 2;
  auto a = m.topLeftCorner(half, half);
  auto b = m.bottomLeftCorner(n - half, half);
  auto c = m.bottomRightCorner(n - half, n - half);
  square_lower(a);
  a.selfadjointView<Lower>().rankUpdate(b.transpose());
  b = (c.triangularView<Lower>().transpose() * b).eval();
  square_lower(c);
}

}  // namespace

double factorize_in_place(MatrixXd& k, double jitter) {
  const MatrixXd lower = k;
  for (;;) {
    k.diagonal() = lower.diagonal() * (1 + jitter);
    const Eigen::LLT<Block, Lower> attempt(k);
    if (attempt.info() == Eigen::Success) return jitter;
    if (jitter >= kLastJitter)
      throw Error(
          "kriging: the covariance of the sample cannot be factored; look for numbers that are not finite");
    jitter = std::max(kFirstJitter, 10 * jitter);
    k.triangularView<Lower>() = lower;
  }
}

bool extend_factor(MatrixXd& factor, const MatrixXd& rows, const MatrixXd& own) {
  const Index old = factor.rows();
  const Index more = own.rows();
  MatrixXd below = rows.transpose();  // L₂₁ᵀ = L⁻¹ K₁₂
  factor.triangularView<Lower>().solveInPlace(below);
  const MatrixXd rest = own - below.transpose() * below;
  const Eigen::LLT<MatrixXd, Lower> corner(rest);
  if (corner.info() != Eigen::Success) return false;
  factor.conservativeResize(old + more, old + more);
  factor.bottomLeftCorner(more, old) = below.transpose();
  factor.bottomRightCorner(more, more) = MatrixXd(corner.matrixL());
  return true;
}

VectorXd solve_factor(const MatrixXd& factor, VectorXd z) {
  factor.triangularView<Lower>().solveInPlace(z);
  factor.triangularView<Lower>().transpose().solveInPlace(z);
  return z;
}

void invert_factor_in_place(MatrixXd& factor) {
  invert_lower(factor);
  square_lower(factor);
}

double log_determinant(const MatrixXd& factor) {
  return 2 * factor.diagonal().array().log().sum();
}

}  // namespace gbho::inline internal
