#pragma once

#include <CLI/CLI.hpp>

namespace gbho::inline internal {

/// `gbho enqueue NAME HYPERPARAMETER=λ...`
void add_enqueue_command(CLI::App& app);

}  // namespace gbho::inline internal
