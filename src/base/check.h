#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gbho::inline internal {

/// Throws ConfigError "key = "value" is not known (did you mean …?); choose one of: …" unless it is.
void check_choice(const std::string& key, const std::string& value, const std::vector<std::string>& known);

/// Throws ConfigError "key = value: must be RULE" unless `good` holds and the value is finite.
void check_number(const std::string& key, double value, bool good, const std::string& rule);

/// The same for a count: "must be at least LEAST".
void check_at_least(const std::string& key, int64_t value, int64_t least);

}  // namespace gbho::inline internal
