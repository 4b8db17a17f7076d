#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/fetch/context.h"

namespace gbho::inline internal {

/// The body behind an https address. DataError with libcurl's reason when it cannot be had; FetchStopped.
std::vector<uint8_t> http_get(const std::string& url, const FetchContext& context);

}  // namespace gbho::inline internal
