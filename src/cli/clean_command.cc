#include "cli/clean_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/write_file.h"
#include "cli/interrupt.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/study_arguments.h"
#include "cli/terminal.h"
#include "gbho/base/error.h"
#include "gbho/clean/clean.h"
#include "gbho/record/summary_json.h"
#include "gbho/report/report.h"
#include "report/text/clean_text.h"

namespace gbho::inline internal {
namespace {

struct CleanArguments {
  CleanOptions options;
  std::string out;
  std::string json;
  std::string apply;
  std::string cleaned;
  std::string progress = "auto";
};

using NamedFile = std::pair<std::string, std::string>;

// Results that go to files, with the options that name them.
std::vector<NamedFile> files_of(const CleanArguments& arguments) {
  std::vector<NamedFile> files;
  for (const NamedFile& file : {NamedFile{"--out", arguments.out}, NamedFile{"--json", arguments.json},
                                NamedFile{"--cleaned", arguments.cleaned}}) {
    if (!file.second.empty() && file.second != "-") files.push_back(file);
  }
  return files;
}

void check_file(const NamedFile& file, const std::string& table) {
  const auto& [option, path] = file;
  const std::string given = fmt::format("{} {}", option, path);
  check_writable_file(path, given);
  if (path.ends_with(".gz")) {
    throw ConfigError(given + ": is written as plain text; leave out .gz");
  }
  std::error_code error;
  if (std::filesystem::equivalent(path, table, error)) {
    throw ConfigError(given + ": is what is read; give another file");
  }
}

// Before anything is trained: results must not be lost because they have nowhere to go.
void check_clean_outputs(const CleanArguments& arguments) {
  if (arguments.apply.empty() != arguments.cleaned.empty()) {
    throw ConfigError(arguments.apply.empty()
                          ? "--cleaned " + arguments.cleaned +
                                ": say what is done with flagged rows: --apply drop or --apply relabel"
                          : "--apply " + arguments.apply +
                                ": say where the cleaned table goes: --cleaned FILE.csv");
  }
  if (arguments.cleaned == "-") throw ConfigError("--cleaned -: give the name of a file");
  if (arguments.out == "-" && arguments.json == "-") {
    throw ConfigError("--out -, --json -: only one of them can go to standard output");
  }
  const std::vector<NamedFile> files = files_of(arguments);
  for (size_t i = 0; i < files.size(); ++i) {
    check_file(files[i], arguments.options.path);
    for (size_t k = 0; k < i; ++k) {
      if (files[i].second != files[k].second) continue;
      throw ConfigError(fmt::format("{} {}: is the file of {}, too; give another one", files[i].first,
                                    files[i].second, files[k].first));
    }
  }
}

CleanSummary judged_table(const CleanArguments& arguments) {
  const LogToTerminal log(warning_format(arguments.progress));
  ProgressDisplay display(progress_mode(arguments.progress));
  return clean_table(arguments.options, watched([&](const Progress& progress) { display.show(progress); },
                                                [] { return interrupted(); }));
}

void write_results(const CleanArguments& arguments, const CleanSummary& summary) {
  if (!arguments.out.empty() && arguments.out != "-") write_file(arguments.out, verdicts_csv(summary));
  if (!arguments.json.empty() && arguments.json != "-") write_file(arguments.json, clean_json(summary));
  if (!arguments.cleaned.empty()) {
    const CleanAction action = arguments.apply == "drop" ? CleanAction::kDrop : CleanAction::kRelabel;
    write_file(arguments.cleaned, cleaned_csv(Table::read(arguments.options.path), summary, action));
  }
  if (arguments.out != "-" && arguments.json != "-") {
    return print_result(clean_text(summary, output_style(), std::min<size_t>(output_width(), 80)));
  }
  print_warnings(summary.warnings, warning_format(arguments.progress));
  print_result(arguments.out == "-" ? verdicts_csv(summary) : clean_json(summary));
}

int clean(const CleanArguments& arguments) {
  install_interrupt_handler();
  check_clean_outputs(arguments);
  warn_about_slow_blas(warning_format(arguments.progress));
  const CleanSummary summary = judged_table(arguments);
  if (summary.interrupted) {
    print_error("stopped; nothing was written");
    return kInterrupted;
  }
  write_results(arguments, summary);
  return kDone;
}

void add_clean_table_arguments(CLI::App& command, CleanOptions& options) {
  command.add_option("TABLE", options.path, "a CSV file whose labels are to be checked")
      ->required()
      ->option_text("");
  command.add_option("--target", options.target, "the column of labels; default: the last one")
      ->option_text("COLUMN");
  command
      .add_option("--trusted", options.trusted,
                  "a column with true, yes or 1 where the label is known to be right")
      ->option_text("COLUMN");
  command.add_option("--task", options.task, "auto (by the target), classification or regression")
      ->option_text("TASK")
      ->check(CLI::IsMember({"auto", "classification", "regression"}));
}

void add_clean_outputs(CLI::App& command, CleanArguments& arguments) {
  command
      .add_option("--out", arguments.out,
                  "CSV: row, label, suggested, suspicion, flagged; every row, the most suspicious first")
      ->option_text("FILE.csv|-");
  command
      .add_option("--json", arguments.json,
                  "everything as JSON; '-' for standard output, which then holds nothing else")
      ->option_text("FILE|-");
  command
      .add_option("--apply", arguments.apply,
                  "write the table to --cleaned without the flagged rows (drop), or with the labels that are "
                  "suggested for them (relabel)")
      ->option_text("WHAT")
      ->check(CLI::IsMember({"drop", "relabel"}));
  command.add_option("--cleaned", arguments.cleaned, "where --apply writes the table")
      ->option_text("FILE.csv");
}

void add_clean_models(CLI::App& command, CleanArguments& arguments) {
  CleanOptions& options = arguments.options;
  command.add_option("--seed", options.seed, "default: 0")->option_text("N");
  command
      .add_option("--folds", options.folds, "a row is judged by models of all folds but its own; default: 5")
      ->option_text("K");
  command
      .add_option("--networks", options.networks, "networks to choose from, beside linear models; default: 8")
      ->option_text("N");
  command
      .add_option("--passes", options.passes,
                  "from the second on models are trained without the rows flagged before; default: 2")
      ->option_text("N");
  command
      .add_option("--ranking", options.ranking,
                  "posterior (default); or as in confident learning: self_confidence, margin")
      ->option_text("HOW")
      ->check(CLI::IsMember({"posterior", "self_confidence", "margin"}));
  add_runtime_arguments(command, options.runtime.threads, options.runtime.device);
  add_progress_argument(command, arguments.progress);
}

}  // namespace

void add_clean_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("clean", "Find the rows of a table whose label is probably wrong");
  const auto arguments = std::make_shared<CleanArguments>();
  add_clean_table_arguments(*command, arguments->options);
  add_clean_outputs(*command, *arguments);
  add_clean_models(*command, *arguments);
  command->footer(
      "Examples:\n  gbho clean table.csv --target species --out suspects.csv\n"
      "  gbho clean table.csv --apply drop --cleaned clean.csv");
  command->callback([arguments, &status] { status = clean(*arguments); });
}

}  // namespace gbho::inline internal
