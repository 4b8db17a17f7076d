#pragma once

#include <string>

#include "cli/contest_progress.h"
#include "cli/progress.h"

namespace gbho::inline internal {

struct ExperimentProgress;

/// Shows the paper's experiments on standard error: a heading for every instance, and its runs below.
class PaperProgress {
 public:
  explicit PaperProgress(ProgressMode mode) : contest_(mode), run_(mode) {}

  void show(const ExperimentProgress& progress);
  /// Of a computation that is not part of a contest.
  void show(const Progress& progress) { run_.show(progress); }

 private:
  ContestDisplay contest_;
  ProgressDisplay run_;
  std::string instance_;
};

}  // namespace gbho::inline internal
