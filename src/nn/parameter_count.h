#pragma once

#include <cstdint>
#include <vector>

#include "gbho/nn/model.h"

namespace gbho::inline internal {

/// Numbers in all tensors of one network.
int64_t parameter_count(const std::vector<Parameter>& parameters);

}  // namespace gbho::inline internal
