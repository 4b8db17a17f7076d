#pragma once

#include <string>
#include <vector>

#include "gbho/record/study_record.h"

namespace gbho {

/// Where studies are kept when nothing else is said: $XDG_DATA_HOME/gbho/studies.db, or the same under
/// ~/.local/share.
std::string default_store();

/// The studies of a store, the latest first; none when there is no such file. Reading never blocks a study
/// that is being run, and never waits for it. Throws StoreError.
std::vector<StudyOverview> list_studies(const std::string& store);

/// The latest run of that name; NAME-1 is the first where later ones got a number. Throws StoreError, for a
/// name that is not there with the nearest that are, and DamageError for what is not as it was written.
StudyRecord read_record(const std::string& store, const std::string& name);

}  // namespace gbho
