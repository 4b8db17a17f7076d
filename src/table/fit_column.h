#pragma once

#include <cstdint>
#include <span>

#include "gbho/table/schema.h"
#include "gbho/table/table.h"
#include "table/column_code.h"

namespace gbho::inline internal {

/// The code of one column, from these rows of it and no others. `kept` is empty when it tells these rows
/// nothing. A number gets up to `bins` parts.
ColumnCode fit_column(const Table& table, int64_t column, const ColumnFacts& facts,
                      std::span<const int64_t> rows, int64_t bins = 0);

}  // namespace gbho::inline internal
