#pragma once

#include <CLI/CLI.hpp>

namespace gbho::inline internal {

/// gbho version [--verbose]
void add_version_command(CLI::App& app);

}  // namespace gbho::inline internal
