#pragma once

#include <vector>

#include "clean/beliefs.h"

namespace gbho::inline internal {

/// Probabilities raised to a power, and made to add up to 1 again: above 1 they say more, below 1 less.
Beliefs sharpened(const Beliefs& truth, double power);

/// The power, from 1/2 to 4, that makes labels likeliest which `noise` has changed; those of trusted rows
/// it has not. An average of models is mostly less sure than it could be, and models that have not seen the
/// flagged rows are too sure where classes overlap.
double best_power(const Beliefs& truth, const ClassMatrix& noise, const std::vector<bool>& trusted);

}  // namespace gbho::inline internal
