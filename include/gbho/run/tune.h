#pragma once

#include "gbho/bilevel/problem.h"
#include "gbho/record/tune_options.h"
#include "gbho/run/callback.h"
#include "gbho/run/method.h"
#include "gbho/run/result.h"

namespace gbho {

class Journal;

/// One whole run: pilot, search, choice of λ*, and the three models with their scores. With a journal, what
/// it holds is not done again. Throws ConfigError before anything is trained, and RunError when no candidate
/// could be trained.
Result tune(Method& method, const Problem& problem, const TuneOptions& options, const Callback& callback = {},
            Journal* journal = nullptr);

}  // namespace gbho
