#pragma once

#include <CLI/CLI.hpp>

namespace gbho::inline internal {

/// gbho clean: which labels of a table are probably wrong.
void add_clean_command(CLI::App& app, int& status);

}  // namespace gbho::inline internal
