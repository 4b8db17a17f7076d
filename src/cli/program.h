#pragma once

namespace gbho::inline internal {

/// Exit statuses that scripts rely on.
enum ExitStatus : int { kDone = 0, kBadInput = 2, kRunFailed = 3, kInterrupted = 130 };

/// The program: parses the command line, runs the command, and turns errors into messages and exit statuses.
int run_program(int argc, char** argv);

}  // namespace gbho::inline internal
