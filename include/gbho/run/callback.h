#pragma once

#include <functional>

#include "gbho/record/iteration.h"
#include "gbho/record/progress.h"

namespace gbho {

/// What a run is told to do next. What was told once holds for the rest of the run.
enum class Next {
  kContinue,
  kStop,   ///< begin nothing new: λ* is chosen among the candidates so far, and its models are trained
  kAbort,  ///< leave at the next epoch, as after Ctrl-C; a study that is kept can be resumed
};

/// What a run has to tell. Both are null when it only asks whether to go on.
struct Event {
  const Progress* progress = nullptr;    ///< where it stands, about once an epoch
  const Iteration* iteration = nullptr;  ///< a candidate was trained, or an iteration of the method has ended
};

/// Called by the thread that runs. Progress, log and store of the program work through it.
using Callback = std::function<Next(const Event& event)>;

/// One that is told of progress, and one that is asked whether to leave; either may be empty.
Callback watched(std::function<void(const Progress&)> on_progress, std::function<bool()> leave);

}  // namespace gbho
