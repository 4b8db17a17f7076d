#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace gbho::inline internal {

struct ProcessResult {
  bool started = false;  ///< false when the program was not found
  bool stopped = false;  ///< `tick` said so, and the program was ended
  int status = 0;        ///< exit status; 128 + signal when a signal ended it
  std::string output;    ///< standard output and error together, the last part when there is much
};

/// Runs a program found on PATH, without a shell, in the folder `where`, as a process group of its own.
/// `tick` is called some ten times a second; when it returns true, the whole group is ended.
ProcessResult run_process(const std::vector<std::string>& arguments, const std::filesystem::path& where,
                          const std::function<bool()>& tick);

}  // namespace gbho::inline internal
