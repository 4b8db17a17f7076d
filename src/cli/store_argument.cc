#include "cli/store_argument.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "gbho/study/store.h"

namespace gbho {

void add_store_argument(CLI::App& command, std::string& store) {
  command
      .add_option("--store", store,
                  "the file that studies are kept in; default: gbho/studies.db in $XDG_DATA_HOME, or in "
                  "~/.local/share")
      ->option_text("FILE");
}

std::string store_path(const std::string& option) {
  return option.empty() ? default_store() : option;
}

std::string same_store(const std::string& option) {
  return option.empty() ? std::string() : std::string(" --store ").append(shell_word(option));
}

std::string shell_word(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char letter) {
    return std::isalnum(letter) != 0 ||
           std::string_view("_-./+:=@,").find(static_cast<char>(letter)) != std::string_view::npos;
  });
  if (plain) return text;
  std::string quoted = "'";
  for (const char letter : text) {
    if (letter == '\'') quoted += "'\\'";
    quoted += letter;
  }
  return quoted + "'";
}

}  // namespace gbho
