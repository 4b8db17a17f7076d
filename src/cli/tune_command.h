#pragma once

#include <CLI/CLI.hpp>

namespace gbho::inline internal {

/// gbho tune [STUDY.toml] …; `status` becomes the exit status.
void add_tune_command(CLI::App& app, int& status);

}  // namespace gbho::inline internal
