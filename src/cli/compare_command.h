#pragma once

#include <CLI/CLI.hpp>

namespace gbho::inline internal {

/// gbho compare [STUDY.toml] --methods a,b,c …; `status` becomes the exit status.
void add_compare_command(CLI::App& app, int& status);

}  // namespace gbho::inline internal
