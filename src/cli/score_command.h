#pragma once

#include <CLI/CLI.hpp>

namespace gbho::inline internal {

/// gbho score MODEL TABLE: how well a model to take home predicts a table whose target is known.
void add_score_command(CLI::App& app);

}  // namespace gbho::inline internal
