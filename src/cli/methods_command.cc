#include "cli/methods_command.h"

#include <memory>
#include <string>

#include "cli/option_text.h"
#include "cli/terminal.h"
#include "gbho/base/option.h"
#include "gbho/methods/registry.h"
#include "report/text/text_table.h"

namespace gbho::inline internal {
namespace {

using Align = TextTable::Align;

std::string all_methods() {
  TextTable table({Align::kLeft, Align::kLeft});
  table.add_row({"method", "candidates"});
  for (const std::string& name : method_names()) table.add_row({name, create_method(name)->description()});
  return table.str(output_style()) +
         "\nChoose one with `gbho tune --method NAME`; `gbho methods NAME` shows its options.\n";
}

std::string one_method(const std::string& name) {
  const std::unique_ptr<Method> method = create_method(name);
  const TextStyle style = output_style();
  return bold(name, style) + ": " + wrapped(method->description(), 2, 80 - name.size()) + "\n\n" +
         option_text(method->options()) + "\nSet them in the table [" + name +
         "] of a study file, or with --set " + name + ".OPTION=VALUE.\n";
}

// As in docs/methods/NAME.md.
std::string option_table(const std::string& name) {
  return markdown_table(create_method(name)->options());
}

}  // namespace

void add_methods_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("methods", "List the methods, or show one with its options and defaults");
  const auto name = std::make_shared<std::string>();
  CLI::Option* option = command->add_option("NAME", *name, "a method")->option_text("");
  const auto markdown = std::make_shared<bool>(false);
  command->add_flag("--markdown", *markdown, "only the table of the method's options, in Markdown")
      ->needs(option);
  command->footer("Examples:\n  gbho methods\n  gbho methods two_sided");
  command->callback([name, markdown] {
    print_result(name->empty() ? all_methods() : *markdown ? option_table(*name) : one_method(*name));
  });
}

}  // namespace gbho::inline internal
