#include "paper/figure_study.h"

#include <fmt/format.h>

namespace gbho::inline internal {

Study figure_study(const FigureRun& run, const std::string& name, int64_t number,
                   std::vector<StudyOverride> changes) {
  changes.emplace_back(fmt::format("seed={}", run.seed + number));
  Study study = read_study(name, changes);
  study.options.runtime = run.runtime;
  return study;
}

}  // namespace gbho::inline internal
