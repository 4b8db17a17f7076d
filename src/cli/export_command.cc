#include "cli/export_command.h"

#include <filesystem>
#include <memory>

#include "base/check.h"
#include "base/write_file.h"
#include "cli/store_argument.h"
#include "cli/terminal.h"
#include "gbho/base/error.h"
#include "gbho/study/store.h"
#include "report/export/export.h"

namespace gbho::inline internal {
namespace {

struct ExportArguments {
  std::string name;
  std::string format;
  std::string out;
  std::string store;
};

void check_export(const ExportArguments& arguments) {
  check_choice("--format", arguments.format, {"csv", "json", "optuna-journal"});
  if (arguments.out == "-") return;
  check_writable_file(arguments.out, "--out " + arguments.out);
  std::error_code error;
  if (std::filesystem::equivalent(arguments.out, store_path(arguments.store), error)) {
    throw ConfigError("--out " + arguments.out + ": is the store itself; give another file");
  }
}

void export_study(const ExportArguments& arguments) {
  check_export(arguments);
  const StudyRecord record = read_record(store_path(arguments.store), arguments.name);
  const std::string text = arguments.format == "csv"    ? export_csv(record)
                           : arguments.format == "json" ? export_json(record)
                                                        : export_optuna_journal(record);
  if (arguments.out == "-") return print_result(text);
  write_file(arguments.out, text);
}

}  // namespace

void add_export_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("export", "Write a study for other programs: CSV, JSON, Optuna");
  const auto arguments = std::make_shared<ExportArguments>();
  command->add_option("NAME", arguments->name, "a study; `gbho studies` lists them")
      ->required()
      ->option_text("");
  command
      ->add_option("--format", arguments->format,
                   "csv: a line a trial; json: everything; optuna-journal: for Optuna and optuna-dashboard")
      ->required()
      ->option_text("FORMAT");
  command->add_option("--out", arguments->out, "the file; '-' for standard output")
      ->required()
      ->option_text("FILE");
  add_store_argument(*command, arguments->store);
  command->footer("Example:\n  gbho export mnist-1k-1hp --format csv --out trials.csv");
  command->callback([arguments] { export_study(*arguments); });
}

}  // namespace gbho::inline internal
