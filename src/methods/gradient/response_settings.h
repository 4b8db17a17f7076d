#pragma once

#include <string>
#include <vector>

#include "gbho/base/option.h"
#include "gbho/methods/response_options.h"

namespace gbho::inline internal {

/// The options that methods with a trained response share, and their check.
std::vector<Option> response_options(ResponseOptions& options);

/// Throws ConfigError when the slopes would hold more numbers than the options allow.
void check_response_size(const std::string& method, const ResponseOptions& options, int64_t numbers,
                         const std::string& remedy);

}  // namespace gbho::inline internal
