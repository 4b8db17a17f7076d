#include "surrogate/correlation.h"

#include <cmath>

// Matérn 5/2 with a = √5 r = √(10 q):
//   g = (1 + a + a²/3)e⁻ᵃ,  g' = −(5/3)(1 + a)e⁻ᵃ,  g'' = (25/3)e⁻ᵃ,  g''' = −(125/3)e⁻ᵃ/a

namespace gbho::inline internal {

Profile profile(Correlation correlation, double q) {
  if (correlation == Correlation::kRbf) {
    const double g = std::exp(-q);
    return {g, -g, g, -g};
  }
  const double a = std::sqrt(10 * q);
  const double e = std::exp(-a);
  // g''' has a pole at 0, but is only ever multiplied by fourth powers of distances.
  const double third = a > 0 ? -125.0 / 3 * e / a : 0.0;
  return {(1 + a + a * a / 3) * e, -5.0 / 3 * (1 + a) * e, 25.0 / 3 * e, third};
}

void correlate(Correlation correlation, Eigen::Ref<Eigen::ArrayXd> q) {
  if (correlation == Correlation::kRbf) {
    q = (-q).exp();
    return;
  }
  q = (10 * q).sqrt();
  q = (1 + q + q.square() / 3) * (-q).exp();
}

void correlate_slope(Correlation correlation, Eigen::Ref<Eigen::ArrayXd> q) {
  if (correlation == Correlation::kRbf) {
    q = (-q).exp();
    return;
  }
  q = (10 * q).sqrt();
  q = 5.0 / 3 * (1 + q) * (-q).exp();
}

}  // namespace gbho::inline internal
