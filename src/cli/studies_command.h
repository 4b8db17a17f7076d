#pragma once

#include <CLI/CLI.hpp>

namespace gbho {

void add_studies_command(CLI::App& app);

}  // namespace gbho
