#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "clean/beliefs.h"

namespace gbho::inline internal {

/// What there is against one label.
struct Judgement {
  double suspicion = 0;  ///< 0 to 1
  double order = 0;      ///< rises with the suspicion, and still tells rows apart where that is 1
  bool flagged = false;
  size_t instead = 0;  ///< the likeliest class beside the label
};

/// By the probability that the label is wrong; flagged where that is above one half.
std::vector<Judgement> judged_by_posterior(const Beliefs& truth, const ClassMatrix& noise);

/// By confident learning: what models say of the label (self_confidence), or how much more they say of
/// another (margin); flagged by the confident joint.
std::vector<Judgement> judged_by_confidence(const Beliefs& beliefs, const std::string& ranking);

}  // namespace gbho::inline internal
