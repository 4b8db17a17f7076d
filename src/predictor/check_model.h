#pragma once

#include <cstdint>
#include <string>

#include "gbho/predictor/model.h"

namespace gbho::inline internal {

/// Numbers that a network with these widths has. Throws DataError when a width is not positive, or when it
/// would be more than `most`.
int64_t count_numbers(const PredictorNetwork& network, int64_t most, const std::string& name);

/// Throws DataError unless a Predictor can use the model: networks fit their preprocessors and the target,
/// all numbers are finite, shares add up to one.
void check_model(const PredictorModel& model, const std::string& name);

}  // namespace gbho::inline internal
