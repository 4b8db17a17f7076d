#include "cli/help_command.h"

#include <memory>
#include <vector>

#include "base/text.h"
#include "cli/terminal.h"
#include "gbho/base/error.h"

namespace gbho::inline internal {
namespace {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

const CLI::App& command_called(const CLI::App& app, const std::string& name) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands_of(app)) {
    if (command->get_name() == name) return *command;
    names.push_back(command->get_name());
  }
  throw ConfigError("help: '" + name + "' is not a command" + did_you_mean(name, names) +
                    (names.empty() ? "" : "; the commands are " + joined(names)));
}

}  // namespace

void add_help_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("help", "Show this help, or that of a command");
  const auto path = std::make_shared<std::vector<std::string>>();
  command->add_option("COMMAND", *path, "a command, such as tune or data get")->option_text("");
  command->footer("Examples:\n  gbho help tune\n  gbho help data get");
  command->callback([&app, path] {
    const CLI::App* wanted = &app;
    std::string before;  // the commands that it belongs to
    for (const std::string& name : *path) {
      before += (before.empty() ? "" : " ") + wanted->get_name();
      wanted = &command_called(*wanted, name);
    }
    // Asked of the program itself, CLI11 would show the help of the command that was given: this one.
    if (wanted == &app) {
      print_result(app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal));
    } else {
      print_result(wanted->help(before));
    }
  });
}

}  // namespace gbho::inline internal
