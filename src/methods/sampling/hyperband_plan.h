#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/methods/hyperband.h"

namespace gbho::inline internal {

/// What one loop through the brackets takes; a promoted trial goes on where it stopped.
struct LoopCost {
  int64_t trials = 0;
  int64_t epochs = 0;
};
LoopCost loop_cost(const std::vector<Bracket>& brackets);

/// The brackets as text, a line each.
std::string bracket_table(const HyperbandOptions& options);

}  // namespace gbho::inline internal
