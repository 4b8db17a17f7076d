#pragma once

#include <cstdint>
#include <vector>

#include "gbho/data/folds.h"

namespace gbho::inline internal {

/// The folds of a CSV file: columns find their type, and what is fitted is fitted on each training part.
FoldedData fold_table(const DataOptions& options, uint64_t seed, int64_t bins);

/// 0, …, count−1 without these ascending rows.
std::vector<int64_t> other_rows(int64_t count, const std::vector<int64_t>& rows);

}  // namespace gbho::inline internal
