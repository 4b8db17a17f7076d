#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gbho/base/option.h"
#include "gbho/methods/method.h"

namespace gbho {

/// Values of a method's options by name; options that are left out keep their defaults.
using OptionValues = std::map<std::string, OptionValue>;

/// The names of all methods, in the order in which `gbho methods` lists them.
std::vector<std::string> method_names();

/// Throws ConfigError for an unknown method (the message lists the known ones) or option.
std::unique_ptr<Method> create_method(const std::string& name, const OptionValues& values = {});

}  // namespace gbho
