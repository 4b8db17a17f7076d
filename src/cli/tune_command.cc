#include "cli/tune_command.h"

#include <fmt/format.h>

#include <memory>

#include "cli/interrupt.h"
#include "cli/kept_run.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "cli/store_argument.h"
#include "cli/study_arguments.h"
#include "cli/terminal.h"
#include "gbho/base/error.h"

namespace gbho {
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
std::optional<StoredStudy> begin_stored(const TuneArguments& arguments, const PreparedStudy& prepared) {
  if (arguments.no_store) return std::nullopt;
  const std::string name = arguments.name.empty() ? prepared.study.options.name : arguments.name;
  const bool named = !arguments.store.empty() || !arguments.name.empty() || arguments.replace;
  if (named) {
    const WhenTaken when_taken = arguments.replace ? WhenTaken::kReplace : WhenTaken::kRefuse;
    return StoredStudy::begin(store_path(arguments.store), name, prepared, when_taken);
  }
  try {
    return StoredStudy::begin(default_store(), name, prepared, WhenTaken::kNumber);
  } catch (const StoreError& error) {
    print_error(fmt::format("warning: the study is not kept and cannot be resumed: {}", error.what()));
    return std::nullopt;
  }
}

int tune_study(const TuneArguments& arguments) {
  install_interrupt_handler();  // from here on a signal ends the run in good order
  PreparedStudy prepared = prepare(read_study(arguments.study));
  check_outputs(arguments.outputs);
  warn_about_slow_blas(warning_format(arguments.outputs.progress));
  std::optional<StoredStudy> stored = begin_stored(arguments, prepared);
  const std::string resume = stored ? resume_command_text(stored->name(), arguments.store) : "";
  return run_kept(prepared, stored ? &*stored : nullptr, arguments.outputs, resume);
}

}  // namespace

void add_tune_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("tune", "Tune the hyperparameters of a study and train its models");
  const auto arguments = std::make_shared<TuneArguments>();
  add_study_arguments(*command, arguments->study);
  add_method_argument(*command, arguments->study);
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
  command->footer("Example:\n  gbho tune --method random --set random.points=40 --json result.json");
  command->callback([arguments, &status] { status = tune_study(*arguments); });
}

}  // namespace gbho
