#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "gbho/base/error.h"

namespace gbho::inline internal {

/// The one shape of a message about a file: "FILE: PLACE: problem; remedy". An empty place is left out.
DataError bad_file(std::string_view file, std::string_view place, std::string_view problem,
                   std::string_view remedy);

/// Text from a file made fit for a message: in quotes, control characters escaped, shortened.
std::string shown(std::string_view text);

/// "byte 16"
std::string at_byte(size_t offset);

}  // namespace gbho::inline internal
