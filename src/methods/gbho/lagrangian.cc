#include "methods/gbho/lagrangian.h"

#include <algorithm>

namespace gbho::inline internal {
namespace {

// PHR raises ρ only when an iteration leaves more than this part of the violation before it.
constexpr double kStall = 0.5;

}  // namespace

double Lagrangian::value(double residual) const {
  if (equality_) return 0.5 * rho_ * residual * residual - mu_ * residual;
  const double active = std::max(0.0, mu_ + rho_ * residual);
  return (active * active - mu_ * mu_) / (2 * rho_);
}

double Lagrangian::pull(double residual) const {
  return equality_ ? rho_ * residual - mu_ : std::max(0.0, mu_ + rho_ * residual);
}

// r' = r − s − m'q and m' = dA/dr at r': linear in m', but for the max of the inequality.
double Lagrangian::pull_after_step(double residual, double s, double q) const {
  const double base = equality_ ? rho_ * residual - mu_ : rho_ * residual + mu_;
  const double after = (base - rho_ * s) / (1 + rho_ * q);
  return equality_ ? after : std::max(0.0, after);
}

void Lagrangian::update(double residual) {
  if (equality_) {
    mu_ -= rho_ * residual;
    rho_ *= eta_;
    return;
  }
  const double violation = std::max(0.0, residual);
  mu_ = std::clamp(mu_ + rho_ * residual, 0.0, mu_max_);
  if (last_violation_ >= 0 && violation > kStall * last_violation_) rho_ *= eta_;
  last_violation_ = violation;
}

}  // namespace gbho::inline internal
