#pragma once

#include <vector>

namespace gbho {

/// A pair of learning rate and momentum that the pilot has tried.
struct PilotTrial {
  double learning_rate = 0;
  double momentum = 0;
  double objective = 0;  ///< mean of f over the pilot's λ; infinite when any of them diverged
};

struct PilotResult {
  double learning_rate = 0;
  double momentum = 0;
  std::vector<PilotTrial> trials;  ///< empty when there was nothing to choose
};

}  // namespace gbho
