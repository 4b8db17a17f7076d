#pragma once

#include <string_view>

namespace gbho::inline internal {

/// Whether a pattern has something to match: '*', any text, or '?', any byte of one.
bool is_pattern(std::string_view text);
bool matches(std::string_view text, std::string_view pattern);

}  // namespace gbho::inline internal
