#pragma once

#include <optional>

#include "gbho/record/refit_check.h"
#include "gbho/run/context.h"
#include "gbho/run/result.h"

namespace gbho::inline internal {

/// The consistent and the refit model on the selection part, or on the test part where there is none. Nothing
/// where there is neither, or only one model.
std::optional<RefitCheck> check_refit(MethodContext& context, const ModelWeights& models);

}  // namespace gbho::inline internal
