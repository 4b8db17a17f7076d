#pragma once

#include <CLI/CLI.hpp>

namespace gbho::inline internal {

/// gbho keys [TABLE] [--markdown]
void add_keys_command(CLI::App& app);

}  // namespace gbho::inline internal
