#pragma once

#include <CLI/CLI.hpp>

namespace gbho::inline internal {

/// gbho predict MODEL TABLE: what a model to take home says of a table.
void add_predict_command(CLI::App& app);

}  // namespace gbho::inline internal
