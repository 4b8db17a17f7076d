#pragma once

#include <vector>

#include "clean/beliefs.h"

namespace gbho::inline internal {

/// Models that learn from labels of which some are wrong predict labels, wrong ones too. Given p, what they
/// say of a row's label, and the noise T, the q whose labels would be like that: the largest
/// Σ_l p_l log Σ_c q_c T[c][l], by steps of Richardson's and Lucy's, which stay probabilities.
std::vector<double> without_noise(const double* said, const ClassMatrix& noise);

/// The same for every row.
Beliefs without_noise(const Beliefs& beliefs, const ClassMatrix& noise);

/// P(class | row, label) ∝ q_c·T[c][label]: what the row is, now that its label is known, too.
std::vector<double> label_posterior(const double* truth, const ClassMatrix& noise, size_t given);

}  // namespace gbho::inline internal
