#pragma once

#include <vector>

#include "table/text_column.h"

namespace gbho::inline internal {

/// Are commas in these numbers what points are elsewhere? They are when a column of numbers has commas that
/// cannot stand between thousands, like 1,5 or 0,749, and no column has points that are decimal ones. All
/// columns decide together: whoever wrote 1,5 in one of them means 1.234 by 1,234 in the next.
bool commas_are_decimal(const std::vector<TextColumn>& columns);

}  // namespace gbho::inline internal
