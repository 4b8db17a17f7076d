#pragma once

#include <string>

#include "study/toml_reader.h"

namespace gbho::inline internal {

/// A study file as a person would write it: what it says in full precision, numbers as short as that allows.
std::string toml_text(const toml::table& root);

}  // namespace gbho::inline internal
