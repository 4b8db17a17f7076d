#include "clean/clean_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/message.h"
#include "clean/trusted_rows.h"
#include "gbho/base/error.h"
#include "gbho/data/folds.h"
#include "gbho/study/table_study.h"
#include "gbho/train/device.h"

namespace gbho::inline internal {
namespace {

constexpr int64_t kFewestFolds = 2;
constexpr int64_t kMostFolds = 100;
constexpr int64_t kMostNetworks = 1000;
constexpr int64_t kMostPasses = 10;

void check_range(const std::string& key, int64_t value, int64_t least, int64_t most) {
  if (value >= least && value <= most) return;
  throw ConfigError(key, fmt::format(" {}: must be from {} to {}", value, least, most));
}

void check(const CleanOptions& options) {
  check_choice("--ranking", options.ranking, {"posterior", "self_confidence", "margin"});
  check_range("--seed", options.seed, 0, INT64_MAX);
  check_range("--folds", options.folds, kFewestFolds, kMostFolds);
  check_range("--networks", options.networks, 1, kMostNetworks);
  check_range("--passes", options.passes, 1, kMostPasses);
  if (is_table_path(options.path)) return;
  throw DataError(fmt::format(
      "{}: not a table by its name; give a CSV file: .csv, .tsv, .tab or .txt, also with .gz", options.path));
}

/// The column of labels: the last one, or the one before it where that says what is trusted.
std::string target_of(const Table& table, const CleanOptions& options) {
  if (!options.target.empty() || options.trusted.empty()) return options.target;
  const int64_t last = table.columns() - 1;
  return last > 0 && table.find(options.trusted) == last ? table.name(last - 1) : "";
}

TableSchema schema_of(const Table& table, const std::string& target, const CleanOptions& options) {
  TableSchema schema = find_schema(table, target, options.task);
  if (options.trusted.empty()) return schema;
  const std::string trusted = table.name(table.find(options.trusted));
  if (trusted == schema.target) {
    throw bad_file(table.source(), "", fmt::format("{} is both the target and --trusted", shown(trusted)),
                   "name the column of labels with --target");
  }
  std::erase_if(schema.columns, [&](const ColumnFacts& column) { return column.name == trusted; });
  if (std::any_of(schema.columns.begin(), schema.columns.end(), [](const auto& c) { return c.used(); }))
    return schema;
  throw bad_file(table.source(), "",
                 fmt::format("no column is left to tell labels by, besides {} and {}", shown(schema.target),
                             shown(trusted)),
                 "give a table with a column of measurements or categories at least");
}

// Labels in equal shares for every fold, and among them trusted rows.
std::vector<std::vector<int64_t>> deal(const CleanInput& input, const CleanOptions& options) {
  std::vector<int64_t> kinds;
  kinds.reserve(input.rows());
  for (size_t i = 0; i < input.rows(); ++i) {
    const int64_t label = input.classes.empty() ? 0 : static_cast<int64_t>(input.classes[i]);
    kinds.push_back(2 * label + (input.trusted[i] ? 1 : 0));
  }
  const auto rows = static_cast<int64_t>(input.rows());
  if (rows < 2 * options.folds) {
    throw bad_file(input.table.source(), "",
                   fmt::format("{} rows are too few for {} folds", rows, options.folds),
                   fmt::format("give at least {} rows, or fewer --folds", 2 * options.folds));
  }
  return deal_folds(kinds, options.folds, static_cast<uint64_t>(options.seed));
}

Study study_of(const CleanOptions& options, const std::string& target) {
  Study study = table_study({options.path, target, options.task, ""});
  study.options.seed = options.seed;
  study.options.runtime = options.runtime;
  study.options.bag.candidates = options.networks;
  return study;
}

}  // namespace

int64_t CleanInput::count(const std::vector<bool>& rows) {
  return std::count(rows.begin(), rows.end(), true);
}

Court CleanInput::court(const std::vector<bool>& believed, const std::string& phase) const {
  Court own = {table, schema, {}, believed, phase};
  own.folds.reserve(dealt.size());
  for (const std::vector<int64_t>& validation : dealt) {
    TableFold fold = {other_rows(static_cast<int64_t>(rows()), validation), validation};
    std::erase_if(fold.train, [&](int64_t row) { return !believed[static_cast<size_t>(row)]; });
    own.folds.push_back(std::move(fold));
  }
  return own;
}

CleanInput read_clean_input(const CleanOptions& options) {
  check(options);
  validate(options.runtime);
  const Table table = Table::read(options.path);
  const std::vector<bool> trusted = options.trusted.empty()
                                        ? std::vector<bool>(static_cast<size_t>(table.rows()), false)
                                        : trusted_rows(table, options.trusted);
  const std::string target = target_of(table, options);
  CleanInput input = {table, schema_of(table, target, options), study_of(options, target), {}, {}, trusted,
                      {}};
  if (input.schema.task == Task::kClassification) {
    for (const int64_t label : class_numbers(table, input.schema))
      input.classes.push_back(static_cast<size_t>(label));
  } else {
    input.targets = target_values(table, input.schema);
  }
  input.dealt = deal(input, options);
  return input;
}

}  // namespace gbho::inline internal
