#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gbho::inline internal {

/// One clear sentence for a wrong command line, with the nearest command or option where there is one.
std::string usage_message(const CLI::App& app, const CLI::ParseError& error);

}  // namespace gbho::inline internal
