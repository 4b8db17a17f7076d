#pragma once

#include "gbho/table/schema.h"
#include "gbho/table/table.h"

namespace gbho::inline internal {

/// Decides what a column holds, from all of its cells, and says so in its note.
ColumnFacts find_facts(const Table& table, int64_t column, bool is_category);

}  // namespace gbho::inline internal
