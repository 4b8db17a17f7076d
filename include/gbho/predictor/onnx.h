#pragma once

#include <string>
#include <vector>

#include "gbho/predictor/model.h"

namespace gbho {

/// What a runtime is given for one column: a tensor [rows, 1].
struct OnnxInput {
  std::string name;     ///< the column's
  bool text = false;    ///< string, else double
  std::string meaning;  ///< one sentence: what it holds, and how a missing cell is told
};

/// The model as ONNX (operators of set 13, and LabelEncoder of ai.onnx.ml 2 for texts), preprocessing
/// included: each column that is used is an input. Classifications give `label` [rows] and `probabilities`
/// [rows, classes], regressions `prediction` [rows, 1]; a name that a column has gets a '_'. Throws DataError
/// where the file would be larger than ONNX allows.
std::string to_onnx(const PredictorModel& model);

/// Its inputs, in order.
std::vector<OnnxInput> onnx_inputs(const PredictorModel& model);

}  // namespace gbho
