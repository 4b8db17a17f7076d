#pragma once

#include <string>

#include "gbho/run/result.h"
#include "gbho/study/run.h"

namespace gbho::inline internal {

/// The file model.gbho of a table's study: the bag where it is better out of fold, else the refit model.
/// Empty where there is none.
std::string take_home_file(const PreparedStudy& prepared, const Result& result);

}  // namespace gbho::inline internal
