#pragma once

#include <string>

#include "predictor/onnx/graph.h"

namespace gbho::inline internal {

/// What the days since 1970-01-01 [rows, 1], a double with the time of day as a fraction, say of the
/// calendar: as `parse_date` has it. Where the days are not a number, all of this is that of 1970-01-01.
struct OnnxCalendar {
  std::string year;     ///< [rows, 1], int64
  std::string month;    ///< [rows], int64, January is 0
  std::string weekday;  ///< [rows], int64, Monday is 0
  std::string turn;     ///< [rows, 1], double: how much of the day is over, 0 to 1
};

OnnxCalendar calendar_of(OnnxGraph& graph, const std::string& days);

}  // namespace gbho::inline internal
