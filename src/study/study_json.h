#pragma once

#include <toml++/toml.h>

#include <nlohmann/json.hpp>
#include <string>

#include "gbho/base/option.h"

namespace gbho::inline internal {

/// A TOML document as JSON. Dates become strings.
nlohmann::ordered_json to_json(const toml::node& node);
nlohmann::ordered_json to_json(const OptionValue& value);
/// {name: value, …} in the order of the table.
nlohmann::ordered_json to_json(const std::vector<Option>& options);

}  // namespace gbho::inline internal
