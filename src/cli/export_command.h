#pragma once

#include <CLI/CLI.hpp>

namespace gbho {

void add_export_command(CLI::App& app);

}  // namespace gbho
