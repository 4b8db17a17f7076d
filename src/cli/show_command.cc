#include "cli/show_command.h"

#include <memory>

#include "cli/store_argument.h"
#include "cli/terminal.h"
#include "gbho/study/store.h"
#include "report/export/export.h"
#include "report/text/record_text.h"
#include "study/store/study_command.h"

namespace gbho::inline internal {
namespace {

struct ShowArguments {
  std::string name;
  std::string store;
  bool json = false;
};

void show_study(const ShowArguments& arguments) {
  const StudyRecord record = read_record(store_path(arguments.store), arguments.name);
  if (arguments.json) return print_result(export_json(record));
  const std::string resume =
      study_command("resume", found_as(arguments.name, record.overview.name), store_path(arguments.store));
  print_result(record_text(record, output_style(), output_width(), resume));
}

}  // namespace

void add_show_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("show", "Show a study: how far it is, its best trials, its summary");
  const auto arguments = std::make_shared<ShowArguments>();
  command->add_option("NAME", arguments->name, "a study; `gbho studies` lists them")
      ->required()
      ->option_text("");
  add_store_argument(*command, arguments->store);
  command->add_flag("--json", arguments->json, "all that is known of it, as JSON");
  command->footer("Examples:\n  gbho show mnist-1k-1hp\n  gbho show mnist-1k-1hp --json");
  command->callback([arguments] { show_study(*arguments); });
}

}  // namespace gbho::inline internal
