#pragma once

#include <string>

#include "gbho/record/clean_summary.h"
#include "gbho/record/study_record.h"
#include "gbho/record/summary.h"
#include "gbho/study/compare.h"

// What people and other programs read of a run, a study in a store, or a contest. What `gbho` prints and
// writes is made by these.

namespace gbho {

/// One line: λ*, the losses of the models, the cost.
std::string brief_report(const Summary& summary);
/// What `gbho tune` prints: λ*, models, certificate, cost, warnings.
std::string full_report(const Summary& summary);
/// What `gbho show` prints, while the study runs or after.
std::string full_report(const StudyRecord& record);
/// What `gbho compare` prints.
std::string full_report(const Contest& contest);

/// What `gbho clean` prints.
std::string full_report(const CleanSummary& summary);
/// One line a row, the most suspicious first: row, label, suggested, suspicion, flagged.
std::string verdicts_csv(const CleanSummary& summary);

/// One HTML file, to be opened from disk, sent by mail or printed (docs/report.md). Throws ConfigError in a
/// build without charts (-DGBHO_DOWNLOADS=OFF), DataError for a summary that is none.
std::string html_report(const StudyRecord& record);
std::string html_report(const Contest& contest);
std::string html_report(const CleanSummary& summary);
/// False in a build without charts.
bool has_charts();

/// One line a trial, under the column names of Optuna's Study.trials_dataframe().
std::string export_csv(const StudyRecord& record);
/// Everything the store knows of the study, as one JSON object. Numbers that are not finite are null.
std::string export_json(const StudyRecord& record);
/// A log that Optuna's JournalStorage replays: Optuna and optuna-dashboard open it as a study of their own.
std::string export_optuna_journal(const StudyRecord& record);

/// {"study", …, "table": [one object a contestant], "runs": [every summary, with its label]}
std::string contest_json(const Contest& contest);

}  // namespace gbho
