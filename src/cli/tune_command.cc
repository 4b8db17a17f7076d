#include "cli/tune_command.h"

#include <cstdio>
#include <filesystem>
#include <memory>

#include "cli/interrupt.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/study_arguments.h"
#include "cli/terminal.h"
#include "gbho/base/error.h"
#include "gbho/study/run.h"
#include "report/safetensors.h"
#include "report/summary_json.h"
#include "report/summary_text.h"
#include "report/write_file.h"

namespace gbho {
namespace {

struct TuneArguments {
  StudyArguments study;
  std::string json;
  std::string out;
  std::string progress = "auto";
};

// Before anything is trained: a run must not be lost because its result has nowhere to go.
void check_outputs(const TuneArguments& arguments) {
  if (!arguments.json.empty() && arguments.json != "-") {
    check_writable_file(arguments.json, "--json " + arguments.json);
  }
  if (!arguments.out.empty()) check_writable_folder(arguments.out, "--out " + arguments.out);
}

void write_folder(const std::string& folder, const Summary& summary) {
  namespace fs = std::filesystem;
  const fs::path root(folder);
  std::error_code error;
  fs::create_directories(root / "weights", error);
  if (error) throw RunError("cannot create '" + (root / "weights").string() + "': " + error.message());
  write_file((root / "summary.json").string(), summary_json(summary));
  write_file((root / "report.txt").string(), summary_text(summary));
  const auto write_weights = [&](const std::string& name, const std::optional<TrainedModel>& model) {
    const std::string path = (root / "weights" / (name + ".safetensors")).string();
    if (model) write_file(path, safetensors(summary, *model, name));
  };
  write_weights("joint", summary.joint);
  write_weights("consistent", summary.consistent);
  write_weights("refit", summary.refit);
}

void write_outputs(const TuneArguments& arguments, const Summary& summary) {
  if (!arguments.out.empty()) write_folder(arguments.out, summary);
  if (!arguments.json.empty() && arguments.json != "-") write_file(arguments.json, summary_json(summary));
  if (arguments.json == "-") {
    for (const std::string& warning : summary.warnings) print_error("warning: " + warning);
    print_result(summary_json(summary));
  } else {
    print_result(summary_text(summary, output_style()));
  }
}

Summary train(const TuneArguments& arguments, PreparedStudy& prepared) {
  const LogToTerminal log;
  const std::string plan = prepared.method->plan();
  if (!plan.empty() && arguments.progress != "none") std::fputs((plan + "\n").c_str(), stderr);
  ProgressDisplay display(progress_mode(arguments.progress));
  install_interrupt_handler();
  return run(
      prepared, [&](const Progress& progress) { display.show(progress); }, [] { return interrupted(); });
}

int tune_study(const TuneArguments& arguments) {
  PreparedStudy prepared = prepare(read_study(arguments.study));
  check_outputs(arguments);
  warn_about_slow_blas();
  const Summary summary = train(arguments, prepared);
  write_outputs(arguments, summary);
  return summary.termination == Termination::kInterrupted ? kInterrupted : kDone;
}

}  // namespace

void add_tune_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("tune", "Tune the hyperparameters of a study and train its models");
  const auto arguments = std::make_shared<TuneArguments>();
  add_study_arguments(*command, arguments->study);
  add_method_argument(*command, arguments->study);
  command
      ->add_option("--json", arguments->json,
                   "write the summary as JSON; '-' for standard output, which then holds nothing else")
      ->option_text("FILE");
  command
      ->add_option("--out", arguments->out,
                   "write summary.json, report.txt and weights/MODEL.safetensors into this folder")
      ->option_text("DIR");
  command->add_option("--progress", arguments->progress, "auto, plain or none")
      ->option_text("MODE")
      ->check(CLI::IsMember({"auto", "plain", "none"}));
  command->footer("Example:\n  gbho tune --method random --set random.points=40 --json result.json");
  command->callback([arguments, &status] { status = tune_study(*arguments); });
}

}  // namespace gbho
