#include "cli/enqueue_command.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <vector>

#include "cli/store_argument.h"
#include "cli/terminal.h"
#include "gbho/base/error.h"
#include "gbho/study/store.h"
#include "gbho/study/stored_study.h"
#include "study/store/study_command.h"

namespace gbho::inline internal {
namespace {

struct EnqueueArguments {
  std::string name;
  std::string store;
  std::vector<std::string> values;
};

std::map<std::string, double> lambda_of(const std::vector<std::string>& values) {
  std::map<std::string, double> lambda;
  for (const std::string& value : values) {
    const size_t equals = value.rfind('=');
    double number = 0;
    if (equals == std::string::npos || !CLI::detail::lexical_cast(value.substr(equals + 1), number)) {
      throw ConfigError("enqueue", fmt::format(": '{}' must be HYPERPARAMETER=λ, as in l2=-4.5", value));
    }
    if (lambda.emplace(value.substr(0, equals), number).second) continue;
    throw ConfigError("enqueue", fmt::format(": '{}' is given twice", value.substr(0, equals)));
  }
  return lambda;
}

void enqueue_lambda(const EnqueueArguments& arguments) {
  const std::string store = store_path(arguments.store);
  enqueue(store, arguments.name, lambda_of(arguments.values));
  const StudyOverview study = read_record(store, arguments.name).overview;
  const std::string resume = study_command("resume", found_as(arguments.name, study.name), store);
  print_result(study.state == "running"
                   ? "enqueued; the run takes it next\n"
                   : fmt::format("enqueued; trained when the study goes on: {}\n", resume));
}

}  // namespace

void add_enqueue_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("enqueue", "Have a study train a λ of your own, also while it runs");
  const auto arguments = std::make_shared<EnqueueArguments>();
  command->add_option("NAME", arguments->name, "the study; gbho studies lists them")
      ->required()
      ->option_text("");
  command
      ->add_option("LAMBDA", arguments->values,
                   "HYPERPARAMETER=λ for each hyperparameter; for penalties λ is the logarithm")
      ->required()
      ->option_text("");
  add_store_argument(*command, arguments->store);
  command->footer(
      "It becomes a candidate like the method's own, and part of the study.\n"
      "Examples:\n  gbho enqueue mnist-1k-1hp l2=-4.5\n  gbho enqueue mnist-1k-2hp l2_hidden=-4 "
      "l2_output=-6");
  command->callback([arguments] { enqueue_lambda(*arguments); });
}

}  // namespace gbho::inline internal
