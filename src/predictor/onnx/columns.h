#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "predictor/onnx/graph.h"
#include "predictor/onnx/inputs.h"
#include "table/column_code.h"

namespace gbho::inline internal {

/// Writes a preprocessor into a graph that has these inputs: what `ColumnEncoder` computes, for all rows at
/// once. The tensor [rows, places kept] is that of encoded rows, in single precision.
std::string encode_columns(OnnxGraph& graph, const OnnxInputs& inputs, const std::vector<ColumnCode>& codes);

}  // namespace gbho::inline internal
