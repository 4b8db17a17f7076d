#pragma once

#include <cstdint>
#include <vector>

#include "gbho/data/folds.h"

namespace gbho::inline internal {

/// The folds of a CSV file: columns find their type, and what is fitted is fitted on each training part.
FoldedData fold_table(const DataOptions& options, uint64_t seed, int64_t bins);

/// Rows of a table that a fold is trained on, and those that it is validated on; both ascending.
struct TableFold {
  std::vector<int64_t> train;
  std::vector<int64_t> validation;
};

/// The same of a table in memory, with folds that somebody else has dealt: they may leave rows out.
FoldedData fold_table(const Table& table, const TableSchema& schema, const std::vector<TableFold>& folds);

/// 0, …, count−1 without these ascending rows.
std::vector<int64_t> other_rows(int64_t count, const std::vector<int64_t>& rows);

}  // namespace gbho::inline internal
