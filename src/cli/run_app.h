#pragma once

#include <CLI/CLI.hpp>

namespace gbho::inline internal {

/// Parses the command line, which runs the command, and turns errors into messages and exit statuses.
/// `status` is what the commands set.
int run_app(CLI::App& app, int argc, char** argv, const int& status);

/// "error: message" on standard error; returns the status.
int fail(int status, const std::string& message);

}  // namespace gbho::inline internal
