#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gbho/base/option.h"
#include "gbho/run/method.h"

namespace gbho {

/// The names of all methods, in the order in which `gbho methods` lists them.
std::vector<std::string> method_names();

/// Throws ConfigError for an unknown method (the message lists the known ones) or option.
std::unique_ptr<Method> create_method(const std::string& name, const OptionValues& values = {});

}  // namespace gbho
