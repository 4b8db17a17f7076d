#pragma once

#include <string>
#include <vector>

#include "gbho/table/table.h"

namespace gbho::inline internal {

/// Which rows a column says are known to be right: those with true, yes or 1. Empty cells, false, no and 0
/// say nothing. Throws DataError for a column that is not there or holds anything else.
std::vector<bool> trusted_rows(const Table& table, const std::string& column);

}  // namespace gbho::inline internal
