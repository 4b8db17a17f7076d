#pragma once

#include <CLI/CLI.hpp>

namespace gbho::inline internal {

/// gbho check-certificate [STUDY.toml]
void add_check_certificate_command(CLI::App& app);

}  // namespace gbho::inline internal
