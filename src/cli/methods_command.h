#pragma once

#include <CLI/CLI.hpp>

namespace gbho::inline internal {

/// gbho methods [NAME] [--markdown]
void add_methods_command(CLI::App& app);

}  // namespace gbho::inline internal
