#include "cli/resume_command.h"

#include <memory>

#include "cli/interrupt.h"
#include "cli/kept_run.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/store_argument.h"
#include "cli/study_arguments.h"
#include "report/summary_json.h"

namespace gbho {
namespace {

struct ResumeArguments {
  std::string name;
  std::string store;
  RunOutputs outputs;
  int threads = 0;
  std::string device = "cpu";
  bool rebuild = false;
};

// A study that has ended gives what it gave then.
int show_finished(const RunOutputs& outputs, const StoredStudy& stored, const std::string& json) {
  ProgressDisplay(progress_mode(outputs.progress))
      .announce("study '" + stored.name() + "' had finished; there is nothing left to do");
  RunResult result{summary_from_json(json), json, {}};
  if (!outputs.out.empty()) result.models = stored.models();
  write_outputs(outputs, result);
  return kDone;
}

int resume_study(const ResumeArguments& arguments) {
  install_interrupt_handler();
  check_outputs(arguments.outputs);
  StoredStudy stored = StoredStudy::open(store_path(arguments.store), arguments.name);
  const std::string finished = stored.summary();
  if (!finished.empty()) return show_finished(arguments.outputs, stored, finished);
  Study study = stored.study();
  study.options.runtime.threads = arguments.threads;
  study.options.runtime.device = arguments.device;
  PreparedStudy prepared = prepare(study);
  stored.check(prepared);
  warn_about_slow_blas(warning_format(arguments.outputs.progress));
  if (arguments.rebuild) stored.rebuild();
  return run_kept(prepared, &stored, arguments.outputs, resume_command_text(arguments.name, arguments.store));
}

}  // namespace

void add_resume_command(CLI::App& app, int& status) {
  CLI::App* command =
      app.add_subcommand("resume", "Go on with a study that was interrupted, as if it had not been");
  const auto arguments = std::make_shared<ResumeArguments>();
  command->add_option("NAME", arguments->name, "the study; gbho studies lists them")
      ->required()
      ->option_text("");
  add_output_arguments(*command, arguments->outputs);
  add_store_argument(*command, arguments->store);
  add_runtime_arguments(*command, arguments->threads, arguments->device);
  command->add_flag("--rebuild", arguments->rebuild,
                    "do the work again whose records are damaged, and go on from there");
  command->footer("Example:\n  gbho resume mnist-1k-1hp --json result.json");
  command->callback([arguments, &status] { status = resume_study(*arguments); });
}

}  // namespace gbho
