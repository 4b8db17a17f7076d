#pragma once

#include <string>
#include <string_view>

#include "gbho/predictor/model.h"

namespace gbho::inline internal {

/// What a model file holds in front of its numbers, as JSON: schema, preprocessors, the networks without
/// their numbers, metadata.
std::string model_header(const PredictorModel& model);
/// The model without the networks' numbers. Throws DataError; `name` is the file's.
PredictorModel parse_model_header(std::string_view text, const std::string& name);

}  // namespace gbho::inline internal
