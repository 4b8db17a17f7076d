#pragma once

#include <Eigen/Dense>

#include "gbho/surrogate/kriging.h"

namespace gbho::inline internal {

/// A correlation as a function of q = r²/2, with derivatives in q. In q both kinds are smooth enough for
/// observed gradients: κ = g(q), ∂κ/∂d_k = g'·d_k/l_k², and so on.
struct Profile {
  double g, g1, g2, g3;
};

Profile profile(Correlation correlation, double q);

/// g for a whole array of q, in place.
void correlate(Correlation correlation, Eigen::Ref<Eigen::ArrayXd> q);
/// −g' for a whole array of q, in place.
void correlate_slope(Correlation correlation, Eigen::Ref<Eigen::ArrayXd> q);

}  // namespace gbho::inline internal
