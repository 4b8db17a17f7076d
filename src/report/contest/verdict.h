#pragma once

#include <string>
#include <vector>

#include "gbho/study/compare.h"

namespace gbho::inline internal {

/// What a contest has shown, in a sentence: which methods the seeds tell apart, and what tuning is worth
/// against the default λ. From paired differences and their 95 % confidence intervals, of refit test losses,
/// or of validation losses where there is no test part.
std::string contest_verdict(const std::vector<Contestant>& contestants);

}  // namespace gbho::inline internal
