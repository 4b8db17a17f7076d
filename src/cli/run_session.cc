#include "cli/run_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/write_file.h"
#include "cli/interrupt.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/ranks.h"
#include "cli/terminal.h"
#include "gbho/base/error.h"
#include "gbho/record/summary_json.h"
#include "gbho/report/report.h"
#include "report/text/columns_text.h"
#include "report/text/summary_text.h"
#include "study/store/study_command.h"

namespace gbho::inline internal {
namespace {

/// What could not be done, in the order in which it was tried.
using Problems = std::vector<std::string>;

void write_folder(const std::string& folder, const Session& session, const Summary& summary) {
  namespace fs = std::filesystem;
  const fs::path root(folder);
  std::error_code error;
  fs::create_directories(root / "weights", error);
  if (error) throw RunError("cannot create '" + (root / "weights").string() + "': " + error.message());
  write_file((root / "summary.json").string(), summary_json(summary));
  const std::map<std::string, std::string> models = session.models();
  const std::string commands = models.contains("model") ? "\n" + commands_text("model.gbho") : "";
  write_file((root / "report.txt").string(), full_report(summary) + commands);
  for (const auto& [role, weights] : models) {
    if (role == "model") {
      write_file((root / "model.gbho").string(), weights);
      continue;
    }
    write_file((root / "weights" / (role + ".safetensors")).string(), weights);
  }
}

// What was committed stays; the message says how to go on.
void run_or_say_how_to_go_on(Session& session, const RunOutputs& outputs, const std::string& resume,
                             Problems& problems) {
  const LogToTerminal log(warning_format(outputs.progress));
  ProgressDisplay display(progress_mode(outputs.progress));
  if (!session.plan().empty()) display.announce(session.plan());
  try {
    session.run(
        watched([&](const Progress& progress) { display.show(progress); }, [] { return interrupted(); }));
  } catch (const DamageError& error) {
    problems.push_back(error.what());
  } catch (const StoreError& error) {
    problems.push_back(fmt::format("{}. What was done before is kept; go on with: {}", error.what(), resume));
  }
}

// How to use the model that was written.
void say_what_comes_next(const RunOutputs& outputs, const Session& session) {
  if (outputs.json == "-" || !session.models().contains("model")) return;
  print_result("\n" + commands_text((std::filesystem::path(outputs.out) / "model.gbho").string()));
}

void print_summary(const RunOutputs& outputs, const Summary& summary) {
  if (outputs.json == "-") {
    print_warnings(summary.warnings, warning_format(outputs.progress));
    print_result(summary_json(summary));
  } else {
    print_result(summary_text(summary, output_style(), std::min<size_t>(output_width(), 80)));
  }
}

// The summary first: whatever goes wrong after it, the result is not lost.
void write_all(const RunOutputs& outputs, const Session& session, const Summary& summary,
               Problems& problems) {
  const auto attempt = [&](const auto& write) {
    try {
      write();
    } catch (const Error& error) {
      problems.push_back(error.what());
    }
  };
  attempt([&] { print_summary(outputs, summary); });
  if (!outputs.out.empty()) {
    attempt([&] {
      write_folder(outputs.out, session, summary);
      say_what_comes_next(outputs, session);
    });
  }
  if (!outputs.json.empty() && outputs.json != "-") {
    attempt([&] { write_file(outputs.json, summary_json(summary)); });
  }
}

void announce(const RunOutputs& outputs, const std::string& text) {
  ProgressDisplay(progress_mode(outputs.progress == "json" ? "json" : "plain")).announce(text);
}

void say_where_it_is_kept(const Session& session, const RunOutputs& outputs, const std::string& store) {
  if (outputs.progress == "none" || outputs.progress == "json") return;
  announce(outputs, fmt::format("kept as {}; {}", session.name(),
                                study_command("report", session.name(), store, " --out report")));
}

// CLI11's own check lets through what is not a number.
std::string pace_problem(const std::string& given) {
  constexpr double kLongest = 3600;
  double seconds = 0;
  const bool number = CLI::detail::lexical_cast(given, seconds);
  const bool good = number && seconds >= 0 && seconds <= kLongest;
  return good ? std::string() : fmt::format("'{}' must be a number of seconds from 0 to {}", given, kLongest);
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
      ->check([](const std::string& given) { return pace_problem(given); });
  add_progress_argument(command, outputs.progress);
}

// Before anything is trained: a run must not be lost because its result has nowhere to go.
void check_outputs(const RunOutputs& outputs) {
  if (!outputs.json.empty() && outputs.json != "-") {
    check_writable_file(outputs.json, "--json " + outputs.json);
  }
  if (!outputs.out.empty()) check_writable_folder(outputs.out, "--out " + outputs.out);
}

void write_outputs(const RunOutputs& outputs, const Session& session, const Summary& summary) {
  Problems problems;
  write_all(outputs, session, summary, problems);
  if (!problems.empty()) throw RunError(joined(problems, "; "));
}

int run_session(Session& session, const RunOutputs& outputs, const std::string& name,
                const std::string& store) {
  session.set_executor(ranks_executor());
  if (outputs.checkpoint) session.set_pace(*outputs.checkpoint);
  const std::string resume = name.empty() ? "" : study_command("resume", name, store);
  Problems problems;
  run_or_say_how_to_go_on(session, outputs, resume, problems);
  const bool kept = !name.empty() && problems.empty();
  const Summary* summary = session.outcome();
  if (summary != nullptr) write_all(outputs, session, *summary, problems);
  const bool stopped = summary != nullptr ? summary->termination == Termination::kInterrupted : interrupted();
  if (kept && stopped) announce(outputs, "stopped; go on with: " + resume);
  if (kept && !stopped) say_where_it_is_kept(session, outputs, store);
  if (!problems.empty()) print_error("error: " + joined(problems, "; "));
  if (stopped) return kInterrupted;
  return problems.empty() ? kDone : kRunFailed;
}

}  // namespace gbho::inline internal
