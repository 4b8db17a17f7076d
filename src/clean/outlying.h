#pragma once

#include <vector>

namespace gbho::inline internal {

/// Which targets of a regression lie too far from what models say that have not seen them.
struct OutlyingTargets {
  std::vector<double> suspicion;  ///< [N]: the probability that the target is wrong
  double center = 0;              ///< median of the residuals
  double deviation = 0;  ///< their robust deviation, that of a normal distribution with their quartiles
};

/// Residuals r are a mixture: good ones follow Student's t with 4 degrees of freedom around their median, in
/// the scale of the median absolute deviation, so that heavy tails alone are no offence; wrong ones lie
/// where targets of other rows do, one in ten of them anywhere in their range. The share of wrong ones is the
/// most likely one (expectation and maximization), a half at most.
OutlyingTargets outlying_targets(const std::vector<double>& targets, const std::vector<double>& said);

}  // namespace gbho::inline internal
