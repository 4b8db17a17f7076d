#pragma once

#include <string>

#include "study/store/database.h"

namespace gbho::inline internal {

/// The version of the tables that this gbho writes.
constexpr int64_t kSchemaVersion = 3;

/// Opens a store to write: creates the file and its tables, or brings older tables up to date. A store of a
/// newer gbho is refused and left as it is.
Database open_to_write(const std::string& path, int patience_milliseconds = Database::kPatienceMilliseconds);

/// Opens a store that is there. Tables of an older gbho are read as they are; there are none yet where the
/// process that was making the file was ended.
Database open_to_read(const std::string& path, int patience_milliseconds = Database::kPatienceMilliseconds);

/// What version of the tables a file has; 0 where there are none yet.
int64_t schema_version(Database& database);

}  // namespace gbho::inline internal
