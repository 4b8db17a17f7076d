#include "cli/keys_command.h"

#include <algorithm>
#include <memory>
#include <string>

#include "base/check.h"
#include "base/text.h"
#include "cli/option_text.h"
#include "cli/terminal.h"
#include "methods/gradient/loop_table.h"
#include "report/text/text_table.h"
#include "study/study_tables.h"

namespace gbho::inline internal {
namespace {

struct Keys {
  std::string title;
  std::vector<Option> options;
};

/// The tables of a study file, without those of the methods.
class StudyFile {
 public:
  const Keys& table(const std::string& name) const {
    std::vector<std::string> known;
    for (const auto& [own, keys] : tables_) known.push_back(own);
    check_choice("TABLE", name, known);
    return std::find_if(tables_.begin(), tables_.end(), [&](const auto& own) { return own.first == name; })
        ->second;
  }

  std::string overview() const {
    TextTable table({TextTable::Align::kLeft, TextTable::Align::kLeft});
    table.add_row({"table", "keys"});
    for (const auto& [name, keys] : tables_) {
      std::vector<std::string> names;
      for (const Option& option : keys.options) names.push_back(option.name);
      table.add_row({name, joined(names)});
    }
    return table.str(output_style()) +
           "\n`gbho keys TABLE` says what the keys of a table mean; the tables of methods: `gbho methods "
           "NAME`.\n";
  }

 private:
  StudyOptions study_;
  Hyperparameter hyperparameter_;
  LoopOptions loop_;
  std::vector<std::pair<std::string, Keys>> tables_ = {
      {"top", {"The top of a study file", top_options(study_)}},
      {"data", {"The table [data]", data_options(study_.data)}},
      {"model", {"The table [model]", model_options(study_.model)}},
      {"hyperparameter", {"A block [[hyperparameter]]", hyperparameter_options(hyperparameter_)}},
      {"lower", {"The table [lower]", lower_options(study_.lower)}},
      {"refit", {"The table [refit]", refit_options(study_.refit)}},
      {"bag", {"The table [bag]", bag_options(study_.bag)}},
      {"budget", {"The table [budget]", budget_options(study_.budget)}},
      {"loop", {"The table [loop]", loop_options(loop_)}}};
};

std::string one_table(const StudyFile& file, const std::string& name) {
  const Keys& keys = file.table(name);
  return bold(keys.title, output_style()) + "\n\n" + option_text(keys.options) +
         (name == "top"
              ? ""
              : "\nFor one run: --set " + name + (name == "hyperparameter" ? ".NAME" : "") + ".KEY=VALUE.\n");
}

}  // namespace

void add_keys_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("keys", "The keys of a study file, with legal values and defaults");
  const auto name = std::make_shared<std::string>();
  CLI::Option* option =
      command->add_option("TABLE", *name, "top, data, model, hyperparameter, …")->option_text("");
  const auto markdown = std::make_shared<bool>(false);
  command->add_flag("--markdown", *markdown, "only the table, in Markdown")->needs(option);
  command->footer("Examples:\n  gbho keys lower\n  gbho keys top");
  command->callback([name, markdown] {
    const StudyFile file;
    print_result(name->empty() ? file.overview()
                 : *markdown   ? markdown_table(file.table(*name).options)
                               : one_table(file, *name));
  });
}

}  // namespace gbho::inline internal
