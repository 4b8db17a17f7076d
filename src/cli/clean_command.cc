#include "cli/clean_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/write_file.h"
#include "cli/clean_outputs.h"
#include "cli/interrupt.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/study_arguments.h"
#include "cli/terminal.h"
#include "gbho/base/error.h"
#include "gbho/clean/clean.h"
#include "gbho/record/summary_json.h"
#include "gbho/report/report.h"
#include "gbho/study/session.h"
#include "gbho/study/table_study.h"
#include "report/text/clean_text.h"
#include "report/text/columns_text.h"

namespace gbho::inline internal {
namespace {

struct CleanArguments {
  CleanOptions options;
  CleanOutputs outputs;
  std::string progress = "auto";
};

CleanSummary judged_table(const CleanArguments& arguments) {
  const LogToTerminal log(warning_format(arguments.progress));
  ProgressDisplay display(progress_mode(arguments.progress));
  std::optional<NothingDoneYet> reading(std::in_place);
  const auto show = [&](const Progress& progress) {
    reading.reset();
    display.show(progress);
  };
  return clean_table(arguments.options, watched(show, [] { return interrupted(); }));
}

void print_results(const CleanArguments& arguments, const CleanSummary& summary) {
  const CleanOutputs& outputs = arguments.outputs;
  if (outputs.out != "-" && outputs.json != "-") {
    return print_result(clean_text(summary, output_style(), std::min<size_t>(output_width(), 80)));
  }
  print_warnings(summary.warnings, warning_format(arguments.progress));
  print_result(outputs.out == "-" ? verdicts_csv(summary) : clean_json(summary));
}

/// A file that is gone again at the end.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& content) {
    std::string folder = (std::filesystem::temp_directory_path() / "gbho-clean-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) throw RunError("cannot create a folder like '" + folder + "'");
    folder_ = folder;
    write_file(path(), content);
  }
  ~ScratchFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  std::string path() const { return (folder_ / "cleaned.csv").string(); }

 private:
  std::filesystem::path folder_;
};

// The column that says what is trusted is nothing to predict by.
std::string table_to_learn(const CleanArguments& arguments, const CleanSummary& summary) {
  const Table table = Table::read(arguments.options.path);
  const bool column = !arguments.options.trusted.empty() && table.find(arguments.options.trusted) >= 0;
  return cleaned_csv(table, summary, clean_action(arguments.outputs),
                     column ? arguments.options.trusted : "");
}

// What `gbho tune` does with the cleaned table, without a store. False: it was interrupted.
bool train_model(const CleanArguments& arguments, const CleanSummary& summary) {
  const ScratchFile table(table_to_learn(arguments, summary));
  const LogToTerminal log(warning_format(arguments.progress));
  ProgressDisplay display(progress_mode(arguments.progress));
  Study study = table_study({table.path(), summary.target, summary.task, ""});
  study.options.seed = arguments.options.seed;
  study.options.runtime = arguments.options.runtime;
  Session session(study);
  const Summary tuned = session.run(
      watched([&](const Progress& progress) { display.show(progress); }, [] { return interrupted(); }));
  if (tuned.termination == Termination::kInterrupted) return false;
  write_file(arguments.outputs.model, session.models().at("model"));
  return true;
}

// Verdicts are written before a model is trained: what goes wrong with it costs nothing else.
int finish_with_model(const CleanArguments& arguments, const CleanSummary& summary) {
  const std::string& model = arguments.outputs.model;
  try {
    if (!train_model(arguments, summary)) {
      print_error(model + " was not written: stopped; everything else was");
      return kInterrupted;
    }
  } catch (const Error& error) {
    throw RunError(fmt::format("{} was not written, everything else was: {}", model, error.what()));
  }
  const bool quiet = arguments.outputs.out == "-" || arguments.outputs.json == "-";
  if (!quiet) print_result("\n" + commands_text(model));
  return kDone;
}

int clean(CleanArguments& arguments) {
  install_interrupt_handler();
  check_clean_outputs(arguments.outputs, arguments.options);
  warn_about_slow_blas(warning_format(arguments.progress));
  const CleanSummary summary = judged_table(arguments);
  if (summary.interrupted) {
    print_error("stopped; nothing was written");
    return kInterrupted;
  }
  write_clean_outputs(arguments.outputs, arguments.options, summary);
  print_results(arguments, summary);
  return arguments.outputs.model.empty() ? kDone : finish_with_model(arguments, summary);
}

void add_clean_table_arguments(CLI::App& command, CleanOptions& options) {
  command
      .add_option("TABLE", options.path,
                  "a CSV file whose labels are to be checked; or images: .npy, .idx, …-ubyte, .bin, mnist, …")
      ->required()
      ->option_text("");
  command.add_option("--labels", options.labels, "the labels of images in an NPY or IDX file")
      ->option_text("FILE");
  command.add_option("--part", options.part, "of mnist and the like: train (default), validation or test")
      ->option_text("PART")
      ->check(CLI::IsMember({"train", "validation", "test"}));
  command.add_option("--target", options.target, "the column of labels; default: the last one")
      ->option_text("COLUMN");
  command
      .add_option("--trusted", options.trusted,
                  "labels that are known to be right: a column with true, yes or 1 there, or a file of row "
                  "numbers")
      ->option_text("COLUMN|FILE");
  command.add_option("--task", options.task, "auto (by the target), classification or regression")
      ->option_text("TASK")
      ->check(CLI::IsMember({"auto", "classification", "regression"}));
}

void add_clean_models(CLI::App& command, CleanArguments& arguments) {
  CleanOptions& options = arguments.options;
  command.add_option("--seed", options.seed, "default: 0")->option_text("N");
  command
      .add_option("--folds", options.folds, "a row is judged by models of all folds but its own; default: 5")
      ->option_text("K");
  command
      .add_option("--networks", options.networks,
                  "networks to choose from, beside linear models; default: 8, of images 4")
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
  CLI::App* command =
      app.add_subcommand("clean", "Find the rows of a table, or images, whose label is probably wrong");
  const auto arguments = std::make_shared<CleanArguments>();
  add_clean_table_arguments(*command, arguments->options);
  add_clean_outputs(*command, arguments->outputs);
  add_clean_models(*command, *arguments);
  command->footer(
      "Examples:\n  gbho clean table.csv --target species --out suspects.csv\n"
      "  gbho clean table.csv --target species --out-dir result\n"
      "  gbho clean images.npy --labels labels.npy --report suspects.html");
  command->callback([arguments, &status] { status = clean(*arguments); });
}

}  // namespace gbho::inline internal
