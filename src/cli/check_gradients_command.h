#pragma once

#include <CLI/CLI.hpp>

namespace gbho::inline internal {

/// gbho check-gradients [STUDY.toml]; `status` becomes the exit status.
void add_check_gradients_command(CLI::App& app, int& status);

}  // namespace gbho::inline internal
