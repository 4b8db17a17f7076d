#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.h"
#include "data/known.h"
#include "gbho/base/error.h"
#include "gbho/data/load.h"

namespace gbho {
namespace {

void require_one_of(const char* key, const std::string& value, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), value) != known.end()) return;
  throw ConfigError(fmt::format("data.{} = \"{}\" is unknown{}; use one of: {}", key, value,
                                did_you_mean(value, known), joined(known)));
}

void check_split(const DataOptions& options) {
  const std::vector<double>& split = options.split;
  const std::string shown = fmt::format("data.split = [{}]", fmt::join(split, ", "));
  if (split.size() < 2 || split.size() > 4) {
    throw ConfigError(shown +
                      ": give 2 to 4 shares: train, validation[, selection[, test]], such as [0.6, 0.4]");
  }
  for (size_t p = 0; p < split.size(); ++p) {
    const bool no_selection = p == 2 && split.size() == 4 && split[p] == 0;
    if (no_selection || (split[p] > 0 && split[p] < 1)) continue;
    throw ConfigError(fmt::format(
        "{}: the share {} is not between 0 and 1; leave out a part you do not want (a test part without a "
        "selection part: [0.6, 0.2, 0, 0.2])",
        shown, split[p]));
  }
  const double total = std::accumulate(split.begin(), split.end(), 0.0);
  if (std::abs(total - 1) > 1e-6) {
    throw ConfigError(fmt::format(
        "{}: the shares add up to {:.6g}, not to 1; use data.size to take less than all", shown, total));
  }
}

void check_block_noise(const std::vector<double>& levels) {
  for (const double level : levels) {
    if (std::isfinite(level) && level >= 0) continue;
    throw ConfigError(fmt::format(
        "data.block_noise = [{}]: {} is not a standard deviation; give finite numbers, 0 for a block without "
        "noise",
        fmt::join(levels, ", "), level));
  }
}

void check_input_noise(const std::vector<double>& noise) {
  if (noise.empty()) return;
  const bool good =
      noise.size() == 2 && noise[0] >= 0 && noise[0] <= 1 && std::isfinite(noise[1]) && noise[1] >= 0;
  if (good) return;
  throw ConfigError(
      fmt::format("data.input_noise = [{}]: give the share of the inputs, 0 to 1, and a standard deviation, "
                  "such as [0.5, 1.0]",
                  fmt::join(noise, ", ")));
}

void check_label_noise(const std::vector<double>& shares) {
  for (const double share : shares) {
    if (share >= 0 && share <= 1) continue;
    throw ConfigError(fmt::format("data.label_noise = [{}]: {} is not a share; give numbers from 0 to 1",
                                  fmt::join(shares, ", "), share));
  }
}

void check_part(const char* key, const PartSource& part) {
  if (part.x.empty() && !part.y.empty()) {
    throw ConfigError(fmt::format("data.{}.y = \"{}\" has no x beside it; give {}.x too", key, part.y, key));
  }
  if (!part.x.empty() && !part.name.empty()) {
    throw ConfigError(
        fmt::format("data.{}: both files and the name \"{}\" are given; keep one", key, part.name));
  }
  if (!part.name.empty()) require_one_of(key, part.name, known_names());
}

void check_given_parts(const DataOptions& options) {
  check_part("train", options.train);
  check_part("validation", options.validation);
  check_part("selection", options.selection);
  check_part("test", options.test);
  if (options.train.given() != options.validation.given()) {
    const bool has_train = options.train.given();
    throw ConfigError(
        fmt::format("data.{} is given without data.{}; give both, or one file in data.path to be split",
                    has_train ? "train" : "validation", has_train ? "validation" : "train"));
  }
  if (options.selection.given() && options.split.size() > 2) {
    throw ConfigError("data.selection is given, and data.split sets a selection part aside too; keep one");
  }
  if (options.test.given() && options.split.size() > 3) {
    throw ConfigError("data.test is given, and data.split sets a test part aside too; keep one");
  }
}

/// What only makes sense for data that gbho splits itself.
void check_split_already(const DataOptions& options) {
  if (!options.path.empty()) {
    throw ConfigError(fmt::format("data.path = \"{}\" beside data.train; keep one", options.path));
  }
  if (options.size) {
    throw ConfigError(
        fmt::format("data.size = {} beside data.train: files that are split already are taken whole; "
                    "leave size out",
                    *options.size));
  }
  if (options.split != DataOptions{}.split) {
    throw ConfigError("data.split beside data.train: those files are split already; leave split out");
  }
}

}  // namespace

void DataOptions::validate() const {
  require_one_of("header", header, {"auto", "yes", "no"});
  require_one_of("standardize", standardize, {"none", "center", "standard"});
  if (size && *size <= 0) {
    throw ConfigError(
        fmt::format("data.size = {} is not positive; leave it out to take every example", *size));
  }
  check_block_noise(block_noise);
  check_input_noise(input_noise);
  check_label_noise(label_noise);
  check_split(*this);
  check_given_parts(*this);
  const bool is_split = train.given();
  if (is_split) check_split_already(*this);
  if (!labels.empty() && path.empty()) {
    throw ConfigError(fmt::format("data.labels = \"{}\" goes with data.path, which is missing", labels));
  }
  // The default name stands back; another one was meant.
  if ((is_split || !path.empty()) && !name.empty() && name != DataOptions{}.name) {
    throw ConfigError(
        fmt::format("data.name = \"{}\" beside {}; keep one", name, is_split ? "data.train" : "data.path"));
  }
  if (is_split || !path.empty()) return;
  if (name.empty()) {
    throw ConfigError(
        fmt::format("no data: give data.name (one of {}), data.path, or data.train and data.validation",
                    joined(known_names())));
  }
  require_one_of("name", name, known_names());
  if (split.size() > 3) {
    throw ConfigError(
        fmt::format("data.split has four shares, but {} has its own test part; give at most three", name));
  }
}

}  // namespace gbho
