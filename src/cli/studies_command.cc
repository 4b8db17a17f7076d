#include "cli/studies_command.h"

#include <fmt/format.h>

#include <memory>

#include "cli/store_argument.h"
#include "cli/terminal.h"
#include "gbho/study/store.h"
#include "gbho/study/stored_study.h"
#include "report/export/export.h"
#include "report/record_text.h"

namespace gbho {
namespace {

struct StudiesArguments {
  std::string store;
  std::string remove;
  bool json = false;
};

void list_all(const StudiesArguments& arguments) {
  if (!arguments.remove.empty()) return remove_study(store_path(arguments.store), arguments.remove);
  const std::vector<StudyOverview> studies = list_studies(store_path(arguments.store));
  if (arguments.json) return print_result(studies_json(studies));
  if (studies.empty()) {
    return print_result(fmt::format("There are no studies in {}.\nBegin one with: gbho tune{}\n",
                                    store_path(arguments.store), same_store(arguments.store)));
  }
  print_result(studies_text(studies, output_style(), output_width()));
}

}  // namespace

void add_studies_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("studies", "List the studies that are kept, the latest first");
  const auto arguments = std::make_shared<StudiesArguments>();
  add_store_argument(*command, arguments->store);
  command->add_option("--remove", arguments->remove, "remove this study and its weights")
      ->option_text("NAME");
  command->add_flag("--json", arguments->json, "as JSON");
  command->footer("`gbho show NAME` shows one of them.");
  command->callback([arguments] { list_all(*arguments); });
}

}  // namespace gbho
