#pragma once

#include <string>
#include <vector>

namespace gbho {

/// Throws ConfigError "key = "value" is not known (did you mean …?); choose one of: …" unless it is.
void check_choice(const std::string& key, const std::string& value, const std::vector<std::string>& known);

}  // namespace gbho
