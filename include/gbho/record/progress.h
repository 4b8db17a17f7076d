#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/record/number.h"

namespace gbho {

/// Where a run stands. Sent about once an epoch.
struct Progress {
  std::string phase;     ///< pilot | design | fit | iterations | search | check | refit
  double fraction = 0;   ///< of the phase, 0 to 1
  int64_t networks = 0;  ///< trained side by side now; at the end of the phase, all of them
  int64_t planned = 0;   ///< networks that the phase will train
  int64_t epoch = 0;
  int64_t epochs = 0;
  double seconds = 0;                   ///< since the phase began
  double best_validation_loss = kNone;  ///< lowest so far, of consistent models
  std::vector<double> best_lambda;
  bool finished = false;  ///< the last record of its phase
};

}  // namespace gbho
