#pragma once

#include "gbho/run/context.h"
#include "gbho/study/run.h"

namespace gbho::inline internal {

/// Weighs the rows of a table by their sources, where rows of sources that keep their weight gain by it more
/// than the standard error; else leaves `prepared` as it is. Nothing when the run is to be left.
std::optional<SourceRecord> weigh_table_sources(PreparedStudy& prepared, MethodContext& context);

}  // namespace gbho::inline internal
