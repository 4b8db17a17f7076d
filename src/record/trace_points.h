#pragma once

#include <vector>

namespace gbho {
struct TracePoint;
}  // namespace gbho

namespace gbho::inline internal {

/// Whether models were trained at this point for the record. A summary that was read back does not know λ
/// there any more, but has their scores.
bool has_models(const TracePoint& point);

/// The point with the lowest selection loss, or validation loss where there is no selection data; the
/// earliest of equals, null where no loss is finite.
const TracePoint* best_trace_point(const std::vector<TracePoint>& trace);

}  // namespace gbho::inline internal
