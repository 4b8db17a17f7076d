#pragma once

#include <vector>

namespace gbho::inline internal {

/// What every model says of every example: the probability of what happened, or the error in units. Both
/// average as predictions do.
using Said = std::vector<std::vector<double>>;  ///< [G][N]

/// Mean of −log of the average, or of its square.
double loss_of_average(const Said& said, const std::vector<double>& shares, bool regression);

/// Minimizes over shares w ≥ 0, Σ w = 1 the convex function
///   mean loss of Σ_g w_g said_g  +  (spread · s / N) Σ_g w_g log(w_g / v_g),
/// the posterior mode of w under N independent examples and a prior around the shares v > 0, Σ v = 1, that is
/// worth `spread` of them: s = 1 for log loss, and for squares twice the variance of the noise, for which the
/// best model's loss stands.
std::vector<double> shares_of_average(const Said& said, const std::vector<double>& prior, bool regression,
                                      double spread);

}  // namespace gbho::inline internal
