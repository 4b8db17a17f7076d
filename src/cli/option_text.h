#pragma once

#include <string>
#include <vector>

#include "gbho/base/option.h"

namespace gbho::inline internal {

/// A table of options for the terminal: names, legal values, what they are now, meaning.
std::string option_text(const std::vector<Option>& options);

}  // namespace gbho::inline internal
