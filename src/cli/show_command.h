#pragma once

#include <CLI/CLI.hpp>

namespace gbho {

void add_show_command(CLI::App& app);

}  // namespace gbho
