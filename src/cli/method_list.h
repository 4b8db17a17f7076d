#pragma once

#include <string>
#include <vector>

namespace gbho::inline internal {

/// "a,b:points=[3,4]" at its commas outside of brackets and quotes.
std::vector<std::string> split_methods(const std::string& text);

}  // namespace gbho::inline internal
