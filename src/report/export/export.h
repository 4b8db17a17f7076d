#pragma once

#include <string>
#include <vector>

#include "gbho/report/report.h"

namespace gbho::inline internal {

/// A list of studies as a JSON array, with the keys that export_json begins with.
std::string studies_json(const std::vector<StudyOverview>& studies);

}  // namespace gbho::inline internal
