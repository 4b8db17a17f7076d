#pragma once

#include <string>
#include <vector>

#include "gbho/study/study.h"
#include "paper/figures.h"

namespace gbho::inline internal {

/// A built-in study with the runtime and seed of a figure: run `number` of several has a seed of its own.
Study figure_study(const FigureRun& run, const std::string& name, int64_t number,
                   std::vector<StudyOverride> changes = {});

}  // namespace gbho::inline internal
