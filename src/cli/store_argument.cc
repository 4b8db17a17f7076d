#include "cli/store_argument.h"

#include "base/shell_word.h"
#include "gbho/study/store.h"

namespace gbho::inline internal {

void add_store_argument(CLI::App& command, std::string& store) {
  command
      .add_option("--store", store,
                  "the file that studies are kept in; default: gbho/studies.db in $XDG_DATA_HOME, or in "
                  "~/.local/share")
      ->option_text("FILE")
      ->check([](const std::string& given) {
        const bool file = !given.empty() && given != ":memory:";  // which SQLite would keep nowhere
        return file ? std::string() : "'" + given + "' keeps nothing; give the name of a file";
      });
}

std::string store_path(const std::string& option) {
  return option.empty() ? default_store() : option;
}

std::string same_store(const std::string& option) {
  return option.empty() ? std::string() : std::string(" --store ").append(shell_word(option));
}

std::string found_as(const std::string& asked, const std::string& name) {
  return asked == name + "-1" ? asked : name;
}

}  // namespace gbho::inline internal
