#pragma once

#include "clean/beliefs.h"

namespace gbho::inline internal {

// T[true][given]: how likely a row of one class is to carry each label. Rows of it add up to 1. Wrong labels
// are taken to depend on the class, not on the row (class-conditional noise).

/// From the confident joint: each column of it divided by its sum. Where classes overlap, some of what it
/// counts as wrong is only hard to tell.
ClassMatrix noise_of_joint(const ClassMatrix& joint);

/// From *anchors*: the `share` of the rows said to be of a class that models are surest of. There is no doubt
/// what they are, so that labels which disagree are wrong (Liu and Tao 2016; Patrini et al. 2017). Few rows
/// are pulled towards the mean rate of all classes, and towards wrong labels that are spread evenly.
ClassMatrix noise_at_anchors(const Beliefs& beliefs, double share);

/// The mean of both: anchors see too little where rows are few, the joint too much where classes overlap.
ClassMatrix noise_rates(const Beliefs& beliefs);

/// The most likely rates when `truth` says what the classes of rows are, and knows nothing of the labels:
/// expectation and maximization, from `noise`.
ClassMatrix fitted_noise(const Beliefs& truth, ClassMatrix noise);

}  // namespace gbho::inline internal
