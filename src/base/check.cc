#include "base/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "gbho/base/error.h"

namespace gbho::inline internal {

void check_choice(const std::string& key, const std::string& value, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), value) != known.end()) return;
  throw ConfigError(key, " = \"" + value + "\" is not known" + did_you_mean(value, known) +
                             "; choose one of: " + joined(known));
}

void check_number(const std::string& key, double value, bool good, const std::string& rule) {
  if (good && std::isfinite(value)) return;
  throw ConfigError(key, fmt::format(" = {}: must be {}", value, rule));
}

void check_at_least(const std::string& key, int64_t value, int64_t least) {
  if (value >= least) return;
  throw ConfigError(key, fmt::format(" = {}: must be at least {}", value, least));
}

}  // namespace gbho::inline internal
