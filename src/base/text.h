#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gbho::inline internal {

/// The known name nearest to `given` by edit distance, or "" when none is close enough to be meant.
std::string nearest_name(std::string_view given, const std::vector<std::string>& known);

/// "a, b, c"
std::string joined(const std::vector<std::string>& parts, std::string_view separator = ", ");

/// " (did you mean 'x'?)" for the nearest known name, or "".
std::string did_you_mean(std::string_view given, const std::vector<std::string>& known);

}  // namespace gbho::inline internal
