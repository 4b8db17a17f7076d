#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gbho/table/schema.h"
#include "gbho/table/table.h"

namespace gbho::inline internal {

/// Sets task, reason and class names of the schema. Throws DataError when the target cannot be learned.
void decide_task(const Table& table, int64_t column, const std::string& task, TableSchema& schema);

/// What makes two spellings one value: 1 and 1.0 are the same, A and a are not.
std::string value_key(std::string_view text, double number);

}  // namespace gbho::inline internal
