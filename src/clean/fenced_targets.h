#pragma once

#include <string>
#include <vector>

#include "gbho/table/table.h"

namespace gbho::inline internal {

/// Targets with those that lie absurdly far out, by more than twenty times the spread of the middle half,
/// moved to that fence. One target of 1e30 would otherwise be all that a mean of squares is about.
std::vector<double> fenced(const std::vector<double>& targets);

/// The table with fenced targets, to learn from; the same table where all are within.
Table with_fenced_targets(const Table& table, const std::string& target, const std::vector<double>& targets);

}  // namespace gbho::inline internal
