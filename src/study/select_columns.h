#pragma once

#include <optional>

#include "gbho/run/context.h"
#include "gbho/study/run.h"

namespace gbho::inline internal {

/// Gives each column of a table a penalty of its own, where models that have not seen a row gain by it more
/// than the standard error; else leaves `prepared` as it is. Nothing when the run is to be left.
std::optional<ColumnSelection> select_columns(PreparedStudy& prepared, MethodContext& context);

}  // namespace gbho::inline internal
