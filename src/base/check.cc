#include "base/check.h"

#include <algorithm>

#include "base/text.h"
#include "gbho/base/error.h"

namespace gbho {

void check_choice(const std::string& key, const std::string& value, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), value) != known.end()) return;
  throw ConfigError(key + " = \"" + value + "\" is not known" + did_you_mean(value, known) +
                    "; choose one of: " + joined(known));
}

}  // namespace gbho
