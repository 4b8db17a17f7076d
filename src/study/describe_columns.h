#pragma once

#include "gbho/record/summary.h"
#include "gbho/study/run.h"

namespace gbho::inline internal {

/// Of a table: records what its columns were taken for and what became of them, and gives the classes of
/// predictions their names.
void describe_columns(const PreparedStudy& prepared, Summary& summary);

}  // namespace gbho::inline internal
