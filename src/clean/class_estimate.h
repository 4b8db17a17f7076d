#pragma once

#include <vector>

#include "clean/beliefs.h"

namespace gbho::inline internal {

/// Who has said something of every row, none of them having seen it.
struct Witnesses {
  const Beliefs& first;       ///< models of all rows: they have learned wrong labels with the right ones
  const Beliefs& later;       ///< models without the rows that were flagged; empty in the first pass
  const Beliefs& by_trusted;  ///< models of trusted rows alone; empty where there are none
  const std::vector<bool>& trusted;
};

/// What the classes of rows are, whatever their labels say, and how labels go wrong.
struct ClassEstimate {
  Beliefs truth;
  ClassMatrix noise;
  double trusted_share = 0;  ///< of the models of trusted rows alone
};

/// The first models' probabilities are freed from noise. Where others were asked, they have an equal share
/// (those of trusted rows the share that predicts trusted rows best), noise is fitted to the average, and
/// the average is made as sharp as the labels bear out; a few times, since each needs the other.
ClassEstimate estimate_classes(const Witnesses& witnesses);

}  // namespace gbho::inline internal
