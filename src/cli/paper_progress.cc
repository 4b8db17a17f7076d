#include "cli/paper_progress.h"

#include <fmt/format.h>

#include <cstdio>

#include "paper/experiment.h"

namespace gbho {

void PaperProgress::show(const ExperimentProgress& progress) {
  if (mode_ == ProgressMode::kNone) return;
  if (progress.instance->name != instance_) {
    instance_ = progress.instance->name;
    std::fputs(fmt::format("{}, instance {} of {}\n", instance_, progress.index + 1, progress.count).c_str(),
               stderr);
  }
  ContestProgress contest = *progress.contest;
  contest.seconds_left = progress.seconds_left;
  contest_.show(contest);
}

}  // namespace gbho
