#pragma once

#include <CLI/CLI.hpp>

namespace gbho::inline internal {

void add_resume_command(CLI::App& app, int& status);

}  // namespace gbho::inline internal
