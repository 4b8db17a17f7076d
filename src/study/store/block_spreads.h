#pragma once

#include <string>
#include <vector>

#include "gbho/record/block_spread.h"
#include "gbho/record/dimension.h"

namespace gbho::inline internal {

/// Of the tensors in a file of λ* (safetensors), one for each block of the space.
std::vector<BlockSpread> block_spreads(const std::string& file, const std::vector<Dimension>& space);

}  // namespace gbho::inline internal
