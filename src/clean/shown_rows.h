#pragma once

#include "clean/clean_input.h"
#include "gbho/record/clean_summary.h"

namespace gbho::inline internal {

/// Gives the summary what reports show of the most suspicious rows: their cells, or their pixels.
void show_rows(const CleanInput& input, CleanSummary& summary);

}  // namespace gbho::inline internal
