#pragma once

#include <vector>

#include "clean/beliefs.h"

namespace gbho::inline internal {

// T[true][given]: how likely a row of one class is to carry each label. Rows of it add up to 1. Wrong labels
// are taken to depend on the class, not on the row (class-conditional noise).
//
// Rates are looked for at *anchors*: of the rows that models take for a class, the 30 % that they are surest
// of. There is little doubt what they are, so that labels which disagree are wrong (Liu and Tao 2016; Patrini
// et al. 2017). Elsewhere classes overlap, and what is hard to tell would be counted as wrong.
//
// Two answers are weighed: one rate for all classes with wrong labels spread evenly, and rates of their own
// for every pair of classes. Each has the probability that the labels of the anchors leave it; the former
// twenty times the latter's before they are seen.

/// The anchors of all classes; at least 40 of a class where there are so many.
std::vector<bool> anchors_of(const Beliefs& beliefs);

/// One rate for all classes, and wrong labels spread evenly.
ClassMatrix even_noise(double rate, size_t classes);

/// Rates when `beliefs` are probabilities of labels, wrong ones too: the labels of anchors are counted.
ClassMatrix noise_rates(const Beliefs& beliefs);

/// Rates when `truth` says what the classes of rows are, and knows nothing of the labels: the most likely at
/// its anchors, by expectation and maximization.
ClassMatrix fitted_noise(const Beliefs& truth);

/// Of the first answer alone.
ClassMatrix fitted_even_noise(const Beliefs& truth);

}  // namespace gbho::inline internal
