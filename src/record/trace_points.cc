#include "record/trace_points.h"

#include <algorithm>
#include <cmath>

#include "gbho/record/summary.h"

namespace gbho::inline internal {
namespace {

bool is_scored(const ModelScores& scores) {
  return std::isfinite(scores.validation_loss) || std::isfinite(scores.validation_accuracy) ||
         std::isfinite(scores.test_loss) || std::isfinite(scores.test_accuracy);
}

}  // namespace

bool has_models(const TracePoint& point) {
  return is_scored(point.consistent) || is_scored(point.refit);
}

const TracePoint* best_trace_point(const std::vector<TracePoint>& trace) {
  const bool selected = std::any_of(trace.begin(), trace.end(), [](const TracePoint& point) {
    return std::isfinite(point.selection_loss);
  });
  const auto criterion = [&](const TracePoint& point) {
    return selected ? point.selection_loss : point.validation_loss;
  };
  const TracePoint* best = nullptr;
  for (const TracePoint& point : trace) {
    if (!std::isfinite(criterion(point))) continue;
    if (best == nullptr || criterion(point) < criterion(*best)) best = &point;
  }
  return best;
}

}  // namespace gbho::inline internal
