#include "cli/resume_command.h"

#include <memory>

#include "cli/interrupt.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/run_session.h"
#include "cli/store_argument.h"
#include "cli/study_arguments.h"

namespace gbho::inline internal {
namespace {

struct ResumeArguments {
  std::string name;
  std::string store;
  RunOutputs outputs;
  int threads = 0;
  std::string device = "cpu";
  bool rebuild = false;
};

Session open_study(const ResumeArguments& arguments) {
  const NothingDoneYet reading;
  const LogToTerminal log(warning_format(arguments.outputs.progress));  // says what is done again
  Runtime runtime;
  runtime.threads = arguments.threads;
  runtime.device = arguments.device;
  return Session::open(store_path(arguments.store), arguments.name, runtime,
                       arguments.rebuild ? WhenDamaged::kRebuild : WhenDamaged::kRefuse);
}

int resume_study(const ResumeArguments& arguments) {
  install_interrupt_handler();
  check_outputs(arguments.outputs);
  Session session = open_study(arguments);
  if (session.ended()) {  // it gives what it gave then
    ProgressDisplay(progress_mode(arguments.outputs.progress))
        .announce("study '" + session.name() + "' had finished; there is nothing left to do");
    write_outputs(arguments.outputs, session, *session.ended());
    return kDone;
  }
  warn_about_slow_blas(warning_format(arguments.outputs.progress));
  return run_session(session, arguments.outputs, found_as(arguments.name, session.name()),
                     store_path(arguments.store));
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
  command->footer(
      "Examples:\n  gbho resume mnist-1k-1hp --json result.json\n  gbho resume mnist-1k-1hp --rebuild");
  command->callback([arguments, &status] { status = resume_study(*arguments); });
}

}  // namespace gbho::inline internal
