#pragma once

#include <CLI/CLI.hpp>

namespace gbho::inline internal {

/// gbho help [COMMAND]: what --help prints.
void add_help_command(CLI::App& app);

}  // namespace gbho::inline internal
