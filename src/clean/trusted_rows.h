#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/table/table.h"

namespace gbho::inline internal {

/// Which rows a column says are known to be right: those with true, yes or 1. Empty cells, false, no and 0
/// say nothing. Throws DataError for a column that is not there or holds anything else.
std::vector<bool> trusted_rows(const Table& table, const std::string& column);

/// Whether there is such a file.
bool is_file_of_rows(const std::string& path);

/// Which of so many rows a file lists: a CSV file with a column `row`, as `gbho clean --out` writes it, or
/// with one column. Row 1 is the first. Throws DataError.
std::vector<bool> trusted_rows_of_file(const std::string& path, int64_t rows);

}  // namespace gbho::inline internal
