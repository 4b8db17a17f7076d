#pragma once

#include <CLI/CLI.hpp>

namespace gbho::inline internal {

void add_paper_command(CLI::App& app, int& status);

}  // namespace gbho::inline internal
