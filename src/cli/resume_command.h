#pragma once

#include <CLI/CLI.hpp>

namespace gbho {

void add_resume_command(CLI::App& app, int& status);

}  // namespace gbho
