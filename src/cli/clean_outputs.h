#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "gbho/clean/clean.h"

namespace gbho::inline internal {

/// Where `gbho clean` writes what it finds; "" for nowhere.
struct CleanOutputs {
  std::string out;     ///< verdicts, CSV
  std::string json;    ///< everything, JSON
  std::string report;  ///< HTML
  std::string apply;   ///< drop | relabel
  std::string cleaned;
  std::string model;    ///< trained on the cleaned table
  std::string out_dir;  ///< a folder for all of these
};

void add_clean_outputs(CLI::App& command, CleanOutputs& outputs);

/// Gives every file of --out-dir its name, and throws ConfigError for outputs that cannot be written or do
/// not go together: before anything is trained, so that no result is lost.
void check_clean_outputs(CleanOutputs& outputs, const CleanOptions& options);

CleanAction clean_action(const CleanOutputs& outputs);

/// Everything but the model.
void write_clean_outputs(const CleanOutputs& outputs, const CleanOptions& options,
                         const CleanSummary& summary);

}  // namespace gbho::inline internal
