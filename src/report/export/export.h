#pragma once

#include <string>
#include <vector>

namespace gbho {

struct StudyOverview;
struct StudyRecord;

/// One line a trial, under the column names of Optuna's Study.trials_dataframe().
std::string export_csv(const StudyRecord& record);

/// Everything the store knows of the study, as one JSON object. Numbers that are not finite are null.
std::string export_json(const StudyRecord& record);

/// A list of studies as a JSON array, with the keys that export_json begins with.
std::string studies_json(const std::vector<StudyOverview>& studies);

/// A log that Optuna's JournalStorage replays: Optuna and optuna-dashboard open it as a study of their own.
std::string export_optuna_journal(const StudyRecord& record);

}  // namespace gbho
