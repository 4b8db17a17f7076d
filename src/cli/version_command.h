#pragma once

#include <CLI/CLI.hpp>

namespace gbho {

/// gbho version [--verbose]
void add_version_command(CLI::App& app);

}  // namespace gbho
