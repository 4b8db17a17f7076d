#pragma once

#include <string>
#include <vector>

#include "gbho/study/run.h"
#include "run/spread.h"

namespace gbho::inline internal {

/// A study as pieces of its work tell of it, in JSON; and back, for those who do the pieces.
std::string piece_study(const Study& study);
/// Throws ConfigError when this machine would train to other bits.
Study study_of_piece(const std::string& text);

/// The problems of a study that pieces can be about.
std::vector<NamedProblem> named_problems(const PreparedStudy& prepared);

}  // namespace gbho::inline internal
