#pragma once

#include <cstdint>
#include <vector>

#include "gbho/record/study_record.h"
#include "study/store/database.h"

// The rows of a study as its record. Nothing is checked against digests here.

namespace gbho::inline internal {

struct ListedStudy {
  int64_t id = 0;
  StudyOverview overview;
};

/// The studies of a store with tables, the latest first. One that nobody runs any more is interrupted,
/// whatever its row says.
std::vector<ListedStudy> read_list(Database& database);

/// All of a record but trials and iterations. False: there is no such study.
bool read_head(Database& database, int64_t study, StudyRecord& record);

/// Adds the trials, and iterations, that come after those that are there.
void read_new_trials(Database& database, int64_t study, std::vector<Trial>& trials);
void read_new_iterations(Database& database, int64_t study, std::vector<Iteration>& iterations);

}  // namespace gbho::inline internal
