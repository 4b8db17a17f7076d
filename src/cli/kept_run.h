#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <string>

#include "gbho/study/run.h"
#include "gbho/study/stored_study.h"

namespace gbho {

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

/// What a run came to, in the forms in which it is written.
struct RunResult {
  Summary summary;
  std::string json;                           ///< of the summary
  std::map<std::string, std::string> models;  ///< safetensors files, by role; for --out
};

/// Writes and prints a result.
void write_outputs(const RunOutputs& outputs, const RunResult& result);

/// Runs a study to its end or until it is interrupted, keeps what it does where there is a store, and gives
/// the program's exit status. `resume` is the command that goes on with it.
int run_kept(PreparedStudy& prepared, StoredStudy* stored, const RunOutputs& outputs,
             const std::string& resume);

/// "gbho resume NAME", with --store where it was given.
std::string resume_command_text(const std::string& name, const std::string& store);

}  // namespace gbho
