#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gbho/predictor/onnx.h"
#include "table/column_code.h"

namespace gbho::inline internal {

/// The columns that a model's preprocessors read, by their places in its schema, and how a runtime is given
/// each of them.
using OnnxInputs = std::map<int64_t, OnnxInput>;

OnnxInputs inputs_of(const std::vector<std::vector<ColumnCode>>& preprocessors);

}  // namespace gbho::inline internal
