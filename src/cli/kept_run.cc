#include "cli/kept_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/interrupt.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/store_argument.h"
#include "cli/terminal.h"
#include "gbho/base/error.h"
#include "report/summary_json.h"
#include "report/summary_text.h"
#include "report/write_file.h"
#include "study/model_file.h"

namespace gbho {
namespace {

void write_folder(const std::string& folder, const RunResult& result) {
  namespace fs = std::filesystem;
  const fs::path root(folder);
  std::error_code error;
  fs::create_directories(root / "weights", error);
  if (error) throw RunError("cannot create '" + (root / "weights").string() + "': " + error.message());
  write_file((root / "summary.json").string(), result.json);
  write_file((root / "report.txt").string(), summary_text(result.summary));
  for (const auto& [role, weights] : result.models) {
    write_file((root / "weights" / (role + ".safetensors")).string(), weights);
  }
}

Summary train(PreparedStudy& prepared, StoredStudy* stored, const RunOutputs& outputs) {
  const LogToTerminal log(warning_format(outputs.progress));
  const std::string plan = prepared.method->plan();
  ProgressDisplay display(progress_mode(outputs.progress));
  if (!plan.empty()) display.announce(plan);
  return run(
      prepared, [&](const Progress& progress) { display.show(progress); }, [] { return interrupted(); },
      stored != nullptr ? &stored->journal() : nullptr);
}

// What was committed stays; the message says how to go on.
Summary train_and_note_failure(PreparedStudy& prepared, StoredStudy* stored, const RunOutputs& outputs,
                               const std::string& resume) {
  try {
    return train(prepared, stored, outputs);
  } catch (const StoreError& error) {
    throw RunError(fmt::format("{}. What was done before is kept; go on with: {}", error.what(), resume));
  } catch (const RunError& error) {
    if (stored != nullptr) stored->leave("failed", error.what());
    throw;
  }
}

}  // namespace

void add_output_arguments(CLI::App& command, RunOutputs& outputs) {
  command
      .add_option("--json", outputs.json,
                  "write the summary as JSON; '-' for standard output, which then holds nothing else")
      ->option_text("FILE");
  command
      .add_option("--out", outputs.out,
                  "write summary.json, report.txt and weights/MODEL.safetensors into this folder")
      ->option_text("DIR");
  command
      .add_option("--checkpoint", outputs.checkpoint,
                  "write to the store every so many seconds; default: as seldom as costs little and is safe")
      ->option_text("SECONDS")
      ->check(CLI::Range(0.0, 3600.0));
  add_progress_argument(command, outputs.progress);
}

// Before anything is trained: a run must not be lost because its result has nowhere to go.
void check_outputs(const RunOutputs& outputs) {
  if (!outputs.json.empty() && outputs.json != "-") {
    check_writable_file(outputs.json, "--json " + outputs.json);
  }
  if (!outputs.out.empty()) check_writable_folder(outputs.out, "--out " + outputs.out);
}

void write_outputs(const RunOutputs& outputs, const RunResult& result) {
  if (!outputs.out.empty()) write_folder(outputs.out, result);
  if (!outputs.json.empty() && outputs.json != "-") write_file(outputs.json, result.json);
  if (outputs.json == "-") {
    print_warnings(result.summary.warnings, warning_format(outputs.progress));
    print_result(result.json);
  } else {
    print_result(summary_text(result.summary, output_style(), std::min<size_t>(output_width(), 80)));
  }
}

int run_kept(PreparedStudy& prepared, StoredStudy* stored, const RunOutputs& outputs,
             const std::string& resume) {
  if (stored != nullptr && outputs.checkpoint) stored->set_pace(*outputs.checkpoint);
  const Summary summary = train_and_note_failure(prepared, stored, outputs, resume);
  const bool stopped = summary.termination == Termination::kInterrupted;
  if (stored != nullptr && stopped) stored->leave("interrupted", summary.message);
  RunResult result{summary, summary_json(summary), {}};
  if (stored != nullptr && !stopped) stored->finish(summary, result.json);
  if (!outputs.out.empty()) result.models = model_files(summary);
  write_outputs(outputs, result);
  if (stored != nullptr && stopped) {
    ProgressDisplay(progress_mode(outputs.progress == "json" ? "json" : "plain"))
        .announce("stopped; go on with: " + resume);
  }
  return stopped ? kInterrupted : kDone;
}

std::string resume_command_text(const std::string& name, const std::string& store) {
  return "gbho resume " + shell_word(name) + same_store(store);
}

}  // namespace gbho
