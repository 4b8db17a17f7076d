#include "cli/tune_command.h"

#include <fmt/format.h>

#include <memory>

#include "cli/interrupt.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/run_session.h"
#include "cli/store_argument.h"
#include "cli/study_arguments.h"
#include "cli/terminal.h"
#include "gbho/base/error.h"

namespace gbho::inline internal {
namespace {

struct TuneArguments {
  StudyArguments study;
  RunOutputs outputs;
  std::string store;
  std::string name;
  bool replace = false;
  bool no_store = false;
};

// Whoever names a study or its store gets that name or an error. A run that nobody named is kept in the
// default store under a name that is free there, and is not kept when there is no such place.
void keep(const TuneArguments& arguments, Session& session) {
  if (arguments.no_store) return;
  const std::string name = arguments.name.empty() ? session.study().options.name : arguments.name;
  const bool named = !arguments.store.empty() || !arguments.name.empty() || arguments.replace;
  if (named) {
    const WhenTaken when_taken = arguments.replace ? WhenTaken::kReplace : WhenTaken::kRefuse;
    return session.keep(store_path(arguments.store), name, when_taken);
  }
  try {
    session.keep(default_store(), name, WhenTaken::kNumber);
  } catch (const StoreError& error) {
    print_error(fmt::format("warning: the study is not kept and cannot be resumed: {}", error.what()));
  }
}

Session prepared_session(const StudyArguments& study) {
  const NothingDoneYet reading;
  return Session(read_study(study));
}

int tune_study(const TuneArguments& arguments) {
  install_interrupt_handler();  // from here on a signal ends the run in good order
  Session session = prepared_session(arguments.study);
  check_outputs(arguments.outputs);
  warn_about_slow_blas(warning_format(arguments.outputs.progress));
  keep(arguments, session);
  const std::string store = session.name().empty() ? "" : store_path(arguments.store);
  return run_session(session, arguments.outputs, session.name(), store);
}

}  // namespace

void add_tune_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("tune", "Tune the hyperparameters of a study and train its models");
  const auto arguments = std::make_shared<TuneArguments>();
  add_study_arguments(*command, arguments->study);
  add_method_argument(*command, arguments->study);
  add_table_arguments(*command, arguments->study);
  add_output_arguments(*command, arguments->outputs);
  add_store_argument(*command, arguments->store);
  CLI::Option* name =
      command->add_option("--name", arguments->name, "the study's name in the store; default: its own")
          ->option_text("NAME")
          ->check([](const std::string& given) { return given.empty() ? "give a name" : std::string(); });
  CLI::Option* replace =
      command->add_flag("--replace", arguments->replace, "write over a study of the same name");
  command->add_flag("--no-store", arguments->no_store, "do not keep the study; it cannot be resumed")
      ->excludes("--store")
      ->excludes(name)
      ->excludes(replace);
  command->footer(
      "Examples:\n  gbho tune study.toml --name first --out result\n"
      "  gbho tune --method random --set random.points=40 --json result.json");
  command->callback([arguments, &status] { status = tune_study(*arguments); });
}

}  // namespace gbho::inline internal
