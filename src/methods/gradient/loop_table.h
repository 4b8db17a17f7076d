#pragma once

#include <vector>

#include "gbho/base/option.h"
#include "gbho/methods/loop_options.h"

namespace gbho::inline internal {

/// The options of the loop, bound to `options`.
std::vector<Option> loop_options(LoopOptions& options);

}  // namespace gbho::inline internal
