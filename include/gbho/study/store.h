#pragma once

#include <string>
#include <vector>

#include "gbho/study/record.h"

namespace gbho {

/// Where studies are kept when nothing else is said: $XDG_DATA_HOME/gbho/studies.db, or the same under
/// ~/.local/share.
std::string default_store();

/// The studies of a store, the latest first; none when there is no such file. Reading never blocks a study
/// that is being run, and never waits for it. Throws StoreError.
std::vector<StudyOverview> list_studies(const std::string& store);

/// Throws StoreError, for a name that is not there with the nearest that are.
StudyRecord read_record(const std::string& store, const std::string& name);

}  // namespace gbho
