#pragma once

#include "gbho/record/summary.h"

namespace gbho::inline internal {

/// Makes every number of the certificate again from its evidence, in long double, by code that shares nothing
/// with the code that made it (neither surrogate/ nor Eigen), and compares. Sets nothing.
bool verify_certificate(const Certificate& certificate);

}  // namespace gbho::inline internal
