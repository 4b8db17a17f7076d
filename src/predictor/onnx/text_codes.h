#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "predictor/onnx/graph.h"
#include "table/column_code.h"

namespace gbho::inline internal {

/// The tensor [rows, places kept] of a column of texts [rows, 1]: a category, or yes and no. Each text has a
/// number, and each number a row of a table.
std::string encode_texts(OnnxGraph& graph, const ColumnCode& code, const std::string& texts);

}  // namespace gbho::inline internal
