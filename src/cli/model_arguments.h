#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gbho::inline internal {

/// What the commands that use a model to take home are given.
struct ModelArguments {
  std::string model;
  std::string table;
  int threads = 0;
};

void add_model_arguments(CLI::App& command, ModelArguments& arguments);

/// Throws ConfigError when `path`, given as `option`, cannot be written, or is the model or the table.
void check_output(const ModelArguments& arguments, const std::string& option, const std::string& path);

}  // namespace gbho::inline internal
