#include "cli/usage_error.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace gbho::inline internal {
namespace {

// The innermost command that was given.
const CLI::App& given_command(const CLI::App& app) {
  const std::vector<CLI::App*> given = app.get_subcommands();
  return given.empty() ? app : given_command(*given.front());
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) names.push_back(command->get_name());  // others are hidden
  }
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string full_name(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return parent == nullptr ? command.get_name() : full_name(*parent) + " " + command.get_name();
}

std::string see_help(const CLI::App& command) {
  return "; see " + full_name(command) + " --help";
}

std::string unknown_command(const CLI::App& command, const std::string& given) {
  const std::vector<std::string> known = command_names(command);
  return "'" + given + "' is not a command" + did_you_mean(given, known) + "; the commands are " +
         joined(known);
}

std::string unexpected_argument(const CLI::App& command, const std::string& given) {
  if (given.starts_with("-")) {
    const std::string name = given.substr(0, given.find('='));
    return "unknown option '" + name + "'" + did_you_mean(name, option_names(command)) + see_help(command);
  }
  if (!command_names(command).empty()) return unknown_command(command, given);
  return "unexpected argument '" + given + "'" + see_help(command);
}

}  // namespace

std::string usage_message(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = given_command(app);
  const std::vector<std::string> rest = app.remaining(true);
  // Options that nobody knows come first: a word after one may well be its value.
  const auto option =
      std::find_if(rest.begin(), rest.end(), [](const auto& text) { return text.starts_with("-"); });
  if (option != rest.end()) return unexpected_argument(command, *option);
  if (!rest.empty()) return unexpected_argument(command, rest.front());
  const std::vector<std::string> commands = command_names(command);
  if (!commands.empty()) return "a command is missing; give one of " + joined(commands) + see_help(command);
  return error.what() + see_help(command);
}

}  // namespace gbho::inline internal
