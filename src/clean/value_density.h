#pragma once

#include <vector>

namespace gbho::inline internal {

/// How dense values are where each of them lies: a sum of normal densities, one at every value, with
/// Silverman's width; read off a grid from the lowest to the highest but the outermost hundredths. Beyond it
/// the density is 0.
std::vector<double> density_of_values(const std::vector<double>& values);

}  // namespace gbho::inline internal
