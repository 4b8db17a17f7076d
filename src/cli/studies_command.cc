#include "cli/studies_command.h"

#include <fmt/format.h>

#include <memory>

#include "base/pattern.h"
#include "cli/store_argument.h"
#include "cli/terminal.h"
#include "gbho/base/error.h"
#include "gbho/study/store.h"
#include "gbho/study/stored_study.h"
#include "report/export/export.h"
#include "report/text/record_text.h"

namespace gbho::inline internal {
namespace {

struct StudiesArguments {
  std::string store;
  std::string remove;
  bool json = false;
};

// A study that is called so, or else all that match. None is removed when one of them is being run.
std::vector<std::string> names_to_remove(const std::string& store, const std::string& asked) {
  std::vector<std::string> names;
  for (const StudyOverview& study : list_studies(store)) {
    if (study.name == asked) return {asked};
    if (!is_pattern(asked) || !matches(study.name, asked)) continue;
    if (study.state == "running") {
      throw StoreError(
          fmt::format("study '{}' is being run and matches '{}'; nothing was removed", study.name, asked));
    }
    names.push_back(study.name);
  }
  if (!names.empty()) return names;
  if (is_pattern(asked)) {
    throw StoreError(
        fmt::format("store '{}' has no study that matches '{}'; `gbho studies` lists them", store, asked));
  }
  return {asked};  // removing says that it is not there
}

void remove_all(const StudiesArguments& arguments) {
  const std::string store = store_path(arguments.store);
  for (const std::string& name : names_to_remove(store, arguments.remove)) {
    remove_study(store, name);
    print_result(fmt::format("removed {}\n", output_name(name)));
  }
}

void list_all(const StudiesArguments& arguments) {
  if (!arguments.remove.empty()) return remove_all(arguments);
  const std::vector<StudyOverview> studies = list_studies(store_path(arguments.store));
  if (arguments.json) return print_result(studies_json(studies));
  if (studies.empty()) {
    return print_result(fmt::format("There are no studies in {}.\nBegin one with: gbho tune{}\n",
                                    output_name(store_path(arguments.store)), same_store(arguments.store)));
  }
  print_result(studies_text(studies, output_style(), output_width()));
}

}  // namespace

void add_studies_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("studies", "List the studies that are kept, the latest first");
  const auto arguments = std::make_shared<StudiesArguments>();
  add_store_argument(*command, arguments->store);
  command
      ->add_option("--remove", arguments->remove, "remove this study and its weights; * and ? match several")
      ->option_text("NAME");
  command->add_flag("--json", arguments->json, "as JSON");
  command->footer(
      "`gbho show NAME` shows one of them.\nExamples:\n  gbho studies\n  gbho studies --remove 'mnist-1k-*'");
  command->callback([arguments] { list_all(*arguments); });
}

}  // namespace gbho::inline internal
