#pragma once

#include <cstdint>

namespace gbho {

/// How weights are learned as a function of λ: the options that hypernet and stn share.
struct ResponseOptions {
  int64_t samples = 4;               ///< perturbed λ in a step, in mirrored pairs
  double rate = 0;                   ///< step of the weights; 0: the lower level's, 0.01 beside lbfgs
  double slope_rate = 1;             ///< step of the slopes, relative to the largest that is safe
  int64_t most_numbers = 100000000;  ///< that the slopes may hold
};

}  // namespace gbho
