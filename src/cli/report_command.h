#pragma once

#include <CLI/CLI.hpp>

namespace gbho {

void add_report_command(CLI::App& app);

}  // namespace gbho
