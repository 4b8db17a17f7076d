#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace gbho::inline internal {

/// Keys in the order of the text, as ordered_json::parse has them, which looks every new key up among all
/// that came before: with 100,000 hyperparameters that takes long. Here a key that stands there twice is
/// there twice, and the first is found. Throws nlohmann::json::exception.
nlohmann::ordered_json parse_json(const std::string& text);

}  // namespace gbho::inline internal
