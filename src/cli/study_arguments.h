#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "gbho/study/study.h"

namespace gbho::inline internal {

/// The arguments of every command that works on a study.
struct StudyArguments {
  std::string path;
  std::optional<std::string> method;
  std::optional<std::string> seed;
  std::vector<std::string> changes;
  int threads = 0;
  std::string device = "cpu";
  std::string target;  ///< of a table
  std::string task;
  std::string test;
  std::string source;
  std::vector<std::string> judges;
  std::string metric;
  bool select_columns = false;
};

void add_study_arguments(CLI::App& command, StudyArguments& arguments);
/// --threads and --device, for every command that trains.
void add_runtime_arguments(CLI::App& command, int& threads, std::string& device);
/// --method, for commands that work with one.
void add_method_argument(CLI::App& command, StudyArguments& arguments);

/// --target, --task, --test and what else says something of a table, for commands that take a table in place
/// of a study.
void add_table_arguments(CLI::App& command, StudyArguments& arguments);

/// The study with the command line's changes, and more that come after them. Throws ConfigError.
Study read_study(const StudyArguments& arguments, const std::vector<StudyOverride>& more = {});

}  // namespace gbho::inline internal
