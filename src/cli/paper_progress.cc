#include "cli/paper_progress.h"

#include <fmt/format.h>

#include "paper/experiment.h"

namespace gbho::inline internal {

void PaperProgress::show(const ExperimentProgress& progress) {
  if (progress.instance->name != instance_) {
    instance_ = progress.instance->name;
    contest_.announce(fmt::format("{}, instance {} of {}", instance_, progress.index + 1, progress.count));
  }
  ContestProgress contest = *progress.contest;
  contest.seconds_left = progress.seconds_left;
  contest_.show(contest);
}

}  // namespace gbho::inline internal
