#pragma once

#include <string>

#include "gbho/study/compare.h"
#include "gbho/study/record.h"

// Reports: one HTML file each, to be opened from disk, sent by mail or printed (docs/report.md).

namespace gbho {

/// False in a build without Plotly (-DGBHO_DOWNLOADS=OFF).
bool has_charts();
/// Throws ConfigError with the remedy where there are none: to be called before anything is trained.
void check_charts();

/// A study that has ended, or what there is of one that runs. Throws ConfigError without charts, DataError
/// for a summary that is none.
std::string study_report(const StudyRecord& record);

/// Methods side by side. Throws ConfigError without charts.
std::string contest_report(const Contest& contest);

}  // namespace gbho
