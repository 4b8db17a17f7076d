#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gbho/methods/loop_options.h"
#include "gbho/run/method.h"

namespace gbho {

/// The [unrolled] table of a study file; the options of the loop come on top.
struct UnrolledOptions {
  std::string mode = "truncated";  ///< truncated | full | reversible | forward | drmad
  int64_t steps = 0;         ///< truncated: of SGD in a round; 0: an epoch, or `window` where that is more
  int64_t window = 20;       ///< truncated: last steps of a round that are differentiated; 0: all of them
  int64_t memory_mb = 4096;  ///< full, truncated: the most that the stored weights may take
};

/// dF/dλ by differentiating through the steps of SGD, with momentum, that led to the weights.
/// docs/methods/unrolled.md.
std::unique_ptr<Method> make_unrolled(UnrolledOptions options = {}, LoopOptions loop = {});

}  // namespace gbho
