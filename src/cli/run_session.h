#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "gbho/study/session.h"

namespace gbho::inline internal {

/// Where a run's results go, and how it shows its progress: the same for `tune` and `resume`.
struct RunOutputs {
  std::string json;
  std::string out;
  std::string progress = "auto";
  std::optional<double>
      checkpoint;  ///< seconds between writes to the store; as seldom as is safe when not set
};

void add_output_arguments(CLI::App& command, RunOutputs& outputs);

/// Throws ConfigError when a result would have nowhere to go. To be called before anything is trained.
void check_outputs(const RunOutputs& outputs);

/// Prints a result and writes it. Throws RunError when some of it could not be written; the rest was.
void write_outputs(const RunOutputs& outputs, const Session& session, const Summary& summary);

/// Runs a study to its end or until it is interrupted, and gives the program's exit status. `name` finds it
/// in `store`; "" when it is not kept.
int run_session(Session& session, const RunOutputs& outputs, const std::string& name,
                const std::string& store);

}  // namespace gbho::inline internal
