#pragma once

#include <string>

#include "gbho/table/schema.h"

namespace gbho::inline internal {

/// What the target and the columns of a table were taken for, and which were left out and why: a few
/// sentences.
std::string describe_table(const TableSchema& schema);

}  // namespace gbho::inline internal
