#pragma once

#include "gbho/methods/context.h"
#include "gbho/methods/method.h"
#include "gbho/methods/summary.h"

namespace gbho {

/// One whole run: pilot, search, choice of λ*, and the three models with their scores. Throws ConfigError
/// before anything is trained, and RunError when no candidate could be trained.
Summary tune(Method& method, const Problem& problem, const TuneOptions& options);

}  // namespace gbho
