#pragma once

#include <CLI/CLI.hpp>

namespace gbho::inline internal {

/// `gbho suite`: public benchmarks of bilevel optimization.
void add_suite_command(CLI::App& app, int& status);

}  // namespace gbho::inline internal
