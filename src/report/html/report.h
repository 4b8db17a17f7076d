#pragma once

#include "gbho/report/report.h"

namespace gbho::inline internal {

/// Throws ConfigError with the remedy where there are none: to be called before anything is trained.
void check_charts();

}  // namespace gbho::inline internal
