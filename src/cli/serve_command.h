#pragma once

#include <CLI/CLI.hpp>

namespace gbho::inline internal {

void add_serve_command(CLI::App& app);

}  // namespace gbho::inline internal
