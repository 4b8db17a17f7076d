#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"
#include "base/text.h"
#include "data/known.h"
#include "gbho/base/error.h"
#include "gbho/data/load.h"
#include "record/option_tables.h"

namespace gbho {
namespace {

void check_split(const DataOptions& options) {
  const std::vector<double>& split = options.split;
  const std::string shown = fmt::format(" = [{}]", fmt::join(split, ", "));
  if (split.size() < 2 || split.size() > 4) {
    throw ConfigError(
        "data.split",
        shown + ": give 2 to 4 shares: train, validation[, selection[, test]], such as [0.6, 0.4]");
  }
  for (size_t p = 0; p < split.size(); ++p) {
    const bool no_selection = p == 2 && split.size() == 4 && split[p] == 0;
    if (no_selection || (split[p] > 0 && split[p] < 1)) continue;
    throw ConfigError("data.split", fmt::format("{}: the share {} is not between 0 and 1; leave out a part "
                                                "you do not want (a test part without a "
                                                "selection part: [0.6, 0.2, 0, 0.2])",
                                                shown, split[p]));
  }
  const double total = std::accumulate(split.begin(), split.end(), 0.0);
  if (std::abs(total - 1) > 1e-6) {
    throw ConfigError(
        "data.split",
        fmt::format("{}: the shares add up to {:.6g}, not to 1; use data.size to take less than all", shown,
                    total));
  }
}

void check_input_noise(const std::vector<double>& noise) {
  if (noise.empty()) return;
  if (noise.size() == 2 && noise[0] <= 1) return;
  throw ConfigError("data.input_noise",
                    fmt::format(" = [{}]: give the share of the inputs, 0 to 1, and a standard deviation, "
                                "such as [0.5, 1.0]",
                                fmt::join(noise, ", ")));
}

void check_part(const std::string& key, const PartSource& part) {
  if (part.x.empty() && !part.y.empty()) {
    throw ConfigError(key + ".y", fmt::format(" = \"{}\" has no x beside it; give x too", part.y));
  }
  if (!part.x.empty() && !part.name.empty()) {
    throw ConfigError(key, fmt::format(": both files and the name \"{}\" are given; keep one", part.name));
  }
  if (!part.name.empty()) check_choice(key, part.name, known_names());
}

void check_given_parts(const DataOptions& options) {
  check_part("data.train", options.train);
  check_part("data.validation", options.validation);
  check_part("data.selection", options.selection);
  check_part("data.test", options.test);
  if (options.train.given() != options.validation.given()) {
    const bool has_train = options.train.given();
    throw ConfigError(
        has_train ? "data.train" : "data.validation",
        fmt::format(" is given without data.{}; give both, or one file in data.path to be split",
                    has_train ? "validation" : "train"));
  }
  if (options.selection.given() && options.split.size() > 2) {
    throw ConfigError("data.selection",
                      " is given, and data.split sets a selection part aside too; keep one");
  }
  if (options.test.given() && options.split.size() > 3) {
    throw ConfigError("data.test", " is given, and data.split sets a test part aside too; keep one");
  }
}

/// What only makes sense for data that gbho splits itself.
void check_split_already(const DataOptions& options) {
  if (!options.path.empty()) {
    throw ConfigError("data.path", fmt::format(" = \"{}\" beside data.train; keep one", options.path));
  }
  if (options.size) {
    throw ConfigError("data.size",
                      fmt::format(" = {} beside data.train: files that are split already are taken whole; "
                                  "leave size out",
                                  *options.size));
  }
  if (options.split != DataOptions{}.split) {
    throw ConfigError("data.split", " beside data.train: those files are split already; leave split out");
  }
}

/// What folds leave no place for.
void check_folds(const DataOptions& options) {
  const std::string folds = options.is_table() && options.folds == 0
                                ? std::string(" beside data.target or data.task")
                                : fmt::format(" beside data.folds = {}", options.folds);
  const auto refuse = [&](const char* key, const char* why) { throw ConfigError(key, folds + ": " + why); };
  if (options.train.given() || options.validation.given()) {
    refuse("data.train", "folds deal the rows themselves; give one file in data.path");
  }
  if (options.split != DataOptions{}.split) {
    refuse("data.split",
           "folds deal the rows themselves; leave split out, and give data.test for a test part");
  }
  if (options.selection.given())
    refuse("data.selection",
           "folds set a selection part aside themselves where there are more than 50 hyperparameters; leave "
           "it out");
  if (!options.label_noise.empty()) refuse("data.label_noise", "wrong labels go with data.split alone");
  if (!options.is_table()) return;
  if (!options.label_column.empty()) refuse("data.label_column", "the target of a table is data.target");
  if (options.standardize != "none") refuse("data.standardize", "a table's columns are always scaled");
  if (!options.block_noise.empty() || !options.input_noise.empty()) {
    refuse("data.input_noise", "noise on inputs goes with data.split alone");
  }
}

void check_table_keys(const DataOptions& options) {
  if (!options.judges.empty() && options.source.empty()) {
    throw ConfigError("data.judges", ": names sources, and no column of them is named; give data.source");
  }
  if (options.is_table()) return;
  const char* key = nullptr;
  if (options.select_columns) key = "data.select_columns";
  if (options.metric != "log_loss") key = "data.metric";
  if (!options.source.empty()) key = "data.source";
  if (!options.categories.empty()) key = "data.categories";
  if (options.task != "auto") key = "data.task";
  if (!options.target.empty()) key = "data.target";
  if (key != nullptr) throw ConfigError(key, ": only a table (a CSV file in data.path) has one");
}

}  // namespace

void validate(const DataOptions& options) {
  DataOptions data = options;
  check_options("data", data_options(data));
  check_input_noise(options.input_noise);
  check_split(options);
  check_given_parts(options);
  check_table_keys(options);
  if (options.is_folded()) check_folds(options);
  const bool is_split = options.train.given();
  if (is_split) check_split_already(options);
  if (!options.labels.empty() && options.path.empty()) {
    throw ConfigError("data.labels",
                      fmt::format(" = \"{}\" goes with data.path, which is missing", options.labels));
  }
  // The default name stands back; another one was meant.
  if ((is_split || !options.path.empty()) && !options.name.empty() && options.name != DataOptions{}.name) {
    throw ConfigError("data.name", fmt::format(" = \"{}\" beside {}; keep one", options.name,
                                               is_split ? "data.train" : "data.path"));
  }
  if (is_split || !options.path.empty()) return;
  if (options.name.empty()) {
    throw ConfigError(
        fmt::format("no data: give data.name (one of {}), data.path, or data.train and data.validation",
                    joined(known_names())));
  }
  check_choice("data.name", options.name, known_names());
  if (options.split.size() > 3) {
    throw ConfigError(
        "data.split",
        fmt::format(" has four shares, but {} has its own test part; give at most three", options.name));
  }
}

}  // namespace gbho
