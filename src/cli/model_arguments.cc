#include "cli/model_arguments.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "base/write_file.h"
#include "gbho/base/error.h"

namespace gbho::inline internal {

void add_model_arguments(CLI::App& command, ModelArguments& arguments) {
  constexpr int kMostThreads = 1024;
  command.add_option("MODEL", arguments.model, "the model.gbho that gbho tune has written")
      ->required()
      ->option_text("");
  command.add_option("TABLE", arguments.table, "a CSV file with the columns that the model was made with")
      ->required()
      ->option_text("");
  command.add_option("--threads", arguments.threads, "default: as many as there are processors")
      ->option_text("N")
      ->check(CLI::Range(1, kMostThreads));
}

void check_output(const ModelArguments& arguments, const std::string& option, const std::string& path) {
  if (path == "-") return;
  const std::string given = fmt::format("{} {}", option, path);
  check_writable_file(path, given);
  for (const std::string& input : {arguments.model, arguments.table}) {
    std::error_code error;
    if (std::filesystem::equivalent(path, input, error)) {
      throw ConfigError(given + ": is what is read; give another file");
    }
  }
}

}  // namespace gbho::inline internal
