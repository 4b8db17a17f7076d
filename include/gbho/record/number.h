#pragma once

#include <limits>

namespace gbho {

/// What a record holds where there is no number: not a number, and null in JSON.
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

}  // namespace gbho
