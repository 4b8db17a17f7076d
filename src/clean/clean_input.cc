#include "clean/clean_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/message.h"
#include "clean/fenced_targets.h"
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

constexpr int64_t kNetworksOfTables = 8;
constexpr int64_t kNetworksOfImages = 4;

void check_range(const std::string& key, int64_t value, int64_t least, int64_t most) {
  if (value >= least && value <= most) return;
  throw ConfigError(key, fmt::format(" {}: must be from {} to {}", value, least, most));
}

void check_source(const CleanOptions& options) {
  const auto refuse = [](const std::string& option, const std::string& given, const std::string& why) {
    if (!given.empty()) throw ConfigError(option, fmt::format(" {}: {}", given, why));
  };
  if (is_table_path(options.path)) {
    return refuse("--labels", options.labels, "a table has its labels in a column; name it with --target");
  }
  if (is_image_path(options.path)) {
    refuse("--target", options.target, "images have no columns; give the file of labels with --labels");
    return refuse("--task", options.task == "auto" || options.task == "classification" ? "" : options.task,
                  "labels of images are classes");
  }
  throw DataError(fmt::format(
      "{}: not a table by its name (.csv, .tsv, .tab, .txt, also with .gz), and no images (.npy, .idx, "
      "…-ubyte, .bin, or a data set that `gbho data list` names)",
      options.path));
}

void check(const CleanOptions& options) {
  check_choice("--ranking", options.ranking, {"posterior", "self_confidence", "margin"});
  check_range("--seed", options.seed, 0, INT64_MAX);
  check_range("--folds", options.folds, kFewestFolds, kMostFolds);
  check_range("--networks", options.networks, 0, kMostNetworks);
  check_range("--passes", options.passes, 1, kMostPasses);
  check_source(options);
}

/// The column of labels: the last one, or the one before it where that says what is trusted.
std::string target_of(const Table& table, const CleanOptions& options) {
  if (!options.target.empty() || options.trusted.empty()) return options.target;
  const int64_t last = table.columns() - 1;
  return last > 0 && table.find(options.trusted) == last ? table.name(last - 1) : "";
}

TableSchema schema_of(const Table& table, const std::string& target, const CleanOptions& options) {
  TableSchema schema = find_schema(table, target, options.task);
  const int64_t place = options.trusted.empty() ? -1 : table.find(options.trusted);
  if (place < 0) return schema;
  const std::string& trusted = table.name(place);
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

// Trusting all or nothing is a mistake in the column or the file, and leaves nothing to do.
void check_trusted(const CleanInput& input, const CleanOptions& options) {
  if (options.trusted.empty()) return;
  const int64_t trusted = CleanInput::count(input.trusted);
  if (trusted == 0) {
    throw bad_file(input.source(), "", fmt::format("no row is trusted by --trusted {}", options.trusted),
                   "say true, yes or 1 for labels that are known to be right, or leave --trusted out");
  }
  if (trusted < static_cast<int64_t>(input.rows())) return;
  throw bad_file(input.source(), "",
                 fmt::format("all {} rows are trusted by --trusted {}: no label is left to be judged",
                             input.rows(), options.trusted),
                 "leave --trusted out, or trust fewer rows");
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
    throw bad_file(input.source(), "", fmt::format("{} rows are too few for {} folds", rows, options.folds),
                   fmt::format("give at least {} rows, or fewer --folds", 2 * options.folds));
  }
  return deal_folds(kinds, options.folds, static_cast<uint64_t>(options.seed));
}

Study with_run_options(Study study, const CleanOptions& options, int64_t networks) {
  study.options.seed = options.seed;
  study.options.runtime = options.runtime;
  study.options.bag.candidates = options.networks > 0 ? options.networks : networks;
  return study;
}

std::vector<size_t> as_sizes(const std::vector<int64_t>& numbers) {
  return {numbers.begin(), numbers.end()};
}

CleanInput input_of_table(const CleanOptions& options) {
  CleanInput input;
  const Table table = Table::read(options.path);
  const std::string target = target_of(table, options);
  const TableSchema schema = schema_of(table, target, options);
  input.study =
      with_run_options(table_study({options.path, target, options.task, ""}), options, kNetworksOfTables);
  input.task = schema.task;
  Table learned = table;
  if (schema.task == Task::kClassification) {
    input.class_names = schema.class_names;
    input.classes = as_sizes(class_numbers(table, schema));
  } else {
    input.targets = target_values(table, schema);
    learned = with_fenced_targets(table, schema.target, input.targets);
  }
  const int64_t column = table.find(schema.target);
  for (int64_t row = 0; row < table.rows(); ++row) input.labels.emplace_back(table.text(row, column));
  input.trusted = options.trusted.empty()            ? std::vector<bool>(input.rows(), false)
                  : table.find(options.trusted) >= 0 ? trusted_rows(table, options.trusted)
                  : is_file_of_rows(options.trusted) ? trusted_rows_of_file(options.trusted, table.rows())
                                                     : trusted_rows(table, options.trusted);
  input.table = JudgedTable{table, learned, schema};
  return input;
}

CleanInput input_of_images(const CleanOptions& options) {
  CleanInput input;
  input.images = read_images(options.path, options.labels, options.part);
  const LabelledImages& images = *input.images;
  input.study = with_run_options(image_study(images.rows()), options, kNetworksOfImages);
  for (int64_t c = 0; c < images.data.classes; ++c) input.class_names.push_back(std::to_string(c));
  input.classes = as_sizes(images.labels);
  for (const int64_t label : images.labels) input.labels.push_back(std::to_string(label));
  input.trusted = options.trusted.empty() ? std::vector<bool>(input.rows(), false)
                                          : trusted_rows_of_file(options.trusted, images.rows());
  return input;
}

}  // namespace

int64_t CleanInput::count(const std::vector<bool>& rows) {
  return std::count(rows.begin(), rows.end(), true);
}

std::string CleanInput::source() const {
  return table ? table->table.source() : images->source;
}

Court CleanInput::court(const std::vector<bool>& believed, const std::string& phase) const {
  Court own;
  own.believed = believed;
  own.phase = phase;
  own.folds.reserve(dealt.size());
  for (const std::vector<int64_t>& validation : dealt) {
    TableFold fold = {other_rows(static_cast<int64_t>(rows()), validation), validation};
    std::erase_if(fold.train, [&](int64_t row) { return !believed[static_cast<size_t>(row)]; });
    own.folds.push_back(std::move(fold));
  }
  own.data = [this](const std::vector<TableFold>& folds) {
    return table ? fold_table(table->learned, table->schema, folds) : fold_images(*images, folds);
  };
  return own;
}

CleanInput read_clean_input(const CleanOptions& options) {
  check(options);
  validate(options.runtime);
  CleanInput input = is_table_path(options.path) ? input_of_table(options) : input_of_images(options);
  check_trusted(input, options);
  input.dealt = deal(input, options);
  return input;
}

}  // namespace gbho::inline internal
