#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "gbho/record/dimension.h"

namespace gbho::inline internal {

/// "weight" of "weight.17" and of "weight[1000000]"; a name without a number is its own block.
std::string_view block_name(std::string_view dimension);

/// For how many hyperparameters the dimension stands: 1000000 of "weight[1000000]", else 1.
int64_t block_count(std::string_view dimension);

/// Of a whole space.
int64_t hyperparameter_count(const std::vector<Dimension>& space);

}  // namespace gbho::inline internal
