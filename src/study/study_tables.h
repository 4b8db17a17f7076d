#pragma once

#include <string>
#include <vector>

#include "gbho/base/option.h"
#include "gbho/study/study.h"
#include "record/option_tables.h"

namespace gbho::inline internal {

/// The keys at the top of a study file.
std::vector<Option> top_options(StudyOptions& study);

}  // namespace gbho::inline internal
