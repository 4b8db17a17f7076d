#pragma once

#include <string>
#include <vector>

#include "gbho/nn/model.h"

namespace gbho::inline internal {

/// Weights of one member drawn by the rule `init` (see ModelOptions), or of `members` of them.
Weights draw_weights(const std::vector<Parameter>& parameters, const std::string& init, int64_t members,
                     const Stream& stream, bool shared);

}  // namespace gbho::inline internal
