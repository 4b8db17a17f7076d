#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gbho/predictor/model.h"

namespace gbho::inline internal {

/// The version of the format that this program writes, and the newest that it reads.
constexpr uint32_t kModelFormat = 1;

/// A model from header and numbers, which is what lies behind the checksum's protection: for the fuzzer,
/// which cannot guess checksums.
PredictorModel parse_model_parts(std::string_view header, std::string_view numbers, const std::string& name);

}  // namespace gbho::inline internal
