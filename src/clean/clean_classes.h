#pragma once

#include "clean/clean_input.h"
#include "gbho/clean/clean.h"

namespace gbho::inline internal {

/// Judges the labels of a classification: fills in the verdicts, in the table's order, and what is estimated.
void clean_classes(const CleanInput& input, const CleanOptions& options, const Callback& callback,
                   CleanSummary& summary);

}  // namespace gbho::inline internal
