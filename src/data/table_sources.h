#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/record/data_options.h"
#include "gbho/table/schema.h"
#include "gbho/table/table.h"

namespace gbho::inline internal {

/// Where the rows of a table come from.
struct TableSources {
  std::vector<std::string> names;  ///< sorted
  std::vector<int64_t> of_row;     ///< which of them each row is from
};

/// More of them are not sources but something that differs from row to row.
constexpr int64_t kMostSources = 50;

/// The sources that `data.source` tells; its column is taken out of the schema. None when it is empty. Throws
/// DataError: no such column, the target, an empty cell (row), one source, too many; ConfigError for judges
/// that are no sources.
TableSources take_sources(const Table& table, const DataOptions& options, TableSchema& schema);

}  // namespace gbho::inline internal
