#pragma once

#include <string>
#include <vector>

#include "gbho/record/block_spread.h"
#include "report/text/text_table.h"

namespace gbho::inline internal {

/// How λ* is spread within blocks of very many hyperparameters; "" without such blocks.
std::string spread_text(const std::vector<BlockSpread>& blocks, const TextStyle& style, size_t width);

}  // namespace gbho::inline internal
