#include "data/table_folds.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <optional>
#include <utility>

#include "base/message.h"
#include "base/sha256.h"
#include "data/table_sources.h"
#include "gbho/base/error.h"
#include "gbho/base/random.h"
#include "gbho/table/table.h"

namespace gbho::inline internal {
namespace {

/// A table with its targets.
struct Source {
  Table table;
  std::vector<int64_t> classes;  ///< of a classification, by row
  std::vector<double> values;    ///< of a regression
};

Source with_targets(Table table, const TableSchema& schema) {
  Source source{std::move(table), {}, {}};
  if (schema.task == Task::kClassification) {
    source.classes = class_numbers(source.table, schema);
  } else {
    source.values = target_values(source.table, schema);
  }
  return source;
}

std::string resolved(const DataOptions& options, const std::string& path) {
  return options.base_dir.empty() ? path : (std::filesystem::path(options.base_dir) / path).string();
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

Examples encoded(const Preprocessor& preprocessor, const Source& source, const std::vector<int64_t>& rows) {
  const auto count = static_cast<int64_t>(rows.size());
  Examples examples;
  examples.x = torch::empty({count, preprocessor.width()}, torch::kFloat32);
  preprocessor.encode(source.table, rows, examples.x.data_ptr<float>());
  if (source.values.empty()) {
    examples.y = torch::empty({count}, torch::kInt64);
    auto* y = examples.y.data_ptr<int64_t>();
    for (const int64_t row : rows) *y++ = source.classes[static_cast<size_t>(row)];
  } else {
    examples.y = torch::empty({count}, torch::kFloat32);
    auto* y = examples.y.data_ptr<float>();
    for (const int64_t row : rows) {
      const double value = source.values[static_cast<size_t>(row)];
      *y++ = static_cast<float>((value - preprocessor.target_mean()) / preprocessor.target_deviation());
    }
  }
  return examples;
}

/// What all folds have in common.
struct TableFolds {
  std::string name;
  TableSchema schema;
  Source source;
  std::optional<Source> test;
  std::vector<int64_t> pool;  ///< rows to train and to validate on
  std::vector<int64_t> test_rows;
  TableSources sources = {};

  Dataset dataset(const Preprocessor& preprocessor) const {
    Dataset data;
    data.name = name;
    data.task = schema.task;
    data.classes = schema.task == Task::kRegression ? 1 : static_cast<int64_t>(schema.class_names.size());
    data.class_names = schema.class_names;
    data.target_name = schema.target;
    data.target_mean = preprocessor.target_mean();
    data.target_deviation = preprocessor.target_deviation();
    data.input_shape = {preprocessor.width()};
    if (test) data.test = encoded(preprocessor, *test, test_rows);
    data.sources = static_cast<int64_t>(sources.names.size());
    return data;
  }

  /// Where training rows come from; undefined without sources.
  torch::Tensor sources_of(const std::vector<int64_t>& rows) const {
    if (sources.names.empty()) return {};
    std::vector<int64_t> own;
    own.reserve(rows.size());
    for (const int64_t row : rows) own.push_back(sources.of_row[static_cast<size_t>(row)]);
    return torch::tensor(own, torch::kInt64);
  }
};

std::vector<int64_t> all_rows(int64_t count) {
  std::vector<int64_t> rows(static_cast<size_t>(count));
  std::iota(rows.begin(), rows.end(), int64_t{0});
  return rows;
}

// With data.size so many rows are drawn; the rest is not looked at.
std::vector<int64_t> pool_of(const DataOptions& options, const Table& table, uint64_t seed) {
  const int64_t size = options.size.value_or(table.rows());
  if (size > table.rows()) {
    throw DataError(fmt::format("data.size = {}, but {} has {} rows; give at most {}, or leave size out",
                                size, table.source(), table.rows(), table.rows()));
  }
  if (size == table.rows()) return all_rows(size);
  std::vector<int64_t> drawn = Stream(seed, "data.draw").permutation(table.rows());
  drawn.resize(static_cast<size_t>(size));
  std::sort(drawn.begin(), drawn.end());
  return drawn;
}

void check_metric(const DataOptions& options, const TableSchema& schema) {
  if (options.metric == "log_loss" || schema.task == Task::kClassification) return;
  throw ConfigError("data.metric", fmt::format(" = \"{}\": a regression decides on no class; leave the "
                                               "metric out (the task: {})",
                                               options.metric, schema.task_reason));
}

TableFolds read_tables(const DataOptions& options, uint64_t seed) {
  TableOptions reading;
  reading.header = options.header;
  Table table = Table::read(resolved(options, options.path), reading);
  TableSchema schema = find_schema(table, options.target, options.task, options.categories);
  check_metric(options, schema);
  TableSources sources = take_sources(table, options, schema);
  Source source = with_targets(table, schema);
  TableFolds folds{file_name(options.path),       schema, std::move(source), std::nullopt,
                   pool_of(options, table, seed), {},     std::move(sources)};
  if (options.test.given()) {
    reading.header = table.has_header() ? "yes" : "no";
    folds.test = with_targets(Table::read(resolved(options, options.test.x), reading), schema);
    folds.test_rows = all_rows(folds.test->table.rows());
  }
  return folds;
}

std::vector<int64_t> at(const std::vector<int64_t>& pool, const std::vector<int64_t>& places) {
  std::vector<int64_t> rows;
  rows.reserve(places.size());
  for (const int64_t place : places) rows.push_back(pool[static_cast<size_t>(place)]);
  return rows;
}

// The other way round; the pool rises.
std::vector<int64_t> places_in(const std::vector<int64_t>& pool, const std::vector<int64_t>& rows) {
  std::vector<int64_t> places;
  places.reserve(rows.size());
  for (const int64_t row : rows)
    places.push_back(std::lower_bound(pool.begin(), pool.end(), row) - pool.begin());
  return places;
}

std::string checksum_of(const TableFolds& tables) {
  Sha256 digest;
  const auto add = [&](const std::string& text) {
    digest.update({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  };
  add(tables.source.table.checksum());
  if (tables.test) add(tables.test->table.checksum());
  return digest.hex();
}

// Each fold is trained on all rows but its own.
std::vector<TableFold> folds_of(const TableFolds& tables, const std::vector<std::vector<int64_t>>& dealt) {
  const auto count = static_cast<int64_t>(tables.pool.size());
  std::vector<TableFold> folds;
  folds.reserve(dealt.size());
  for (const std::vector<int64_t>& places : dealt)
    folds.push_back({at(tables.pool, other_rows(count, places)), at(tables.pool, places)});
  return folds;
}

// Categories whose values hardly come again, for one, leave no inputs.
DataError nothing_to_learn_from(const Table& table) {
  return bad_file(table.source(), "", "no column tells the rows of a fold apart by values that come again",
                  "add columns of numbers, merge rare values of the others, or add rows");
}

// Every fold's preprocessor is fitted on its training part alone.
FoldedData encoded_folds(const TableFolds& tables, const std::vector<TableFold>& folds,
                         const PreprocessorOptions& options) {
  FoldedData data;
  data.table.emplace();
  data.table->schema = tables.schema;
  const std::string checksum = checksum_of(tables);
  const auto fitted = [&](const std::vector<int64_t>& rows) {
    Preprocessor preprocessor = Preprocessor::fit(tables.source.table, tables.schema, rows, options);
    if (preprocessor.width() == 0) throw nothing_to_learn_from(tables.source.table);
    return preprocessor;
  };
  for (const TableFold& rows : folds) {
    const Preprocessor preprocessor = fitted(rows.train);
    Dataset fold = tables.dataset(preprocessor);
    fold.checksum = checksum;
    fold.train = encoded(preprocessor, tables.source, rows.train);
    fold.validation = encoded(preprocessor, tables.source, rows.validation);
    fold.whole_row = torch::tensor(places_in(tables.pool, rows.train), torch::kInt64);
    fold.whole_size = static_cast<int64_t>(tables.pool.size());
    fold.source = tables.sources_of(rows.train);
    data.folds.push_back(std::move(fold));
    data.table->folds.push_back(preprocessor);
    data.rows.push_back(rows.validation);
  }
  data.table->whole = fitted(tables.pool);
  data.whole = tables.dataset(data.table->whole);
  data.whole.checksum = checksum;
  data.whole.source = tables.sources_of(tables.pool);
  data.table->sources = tables.sources.names;
  data.table->row_sources = tables.sources.of_row;
  data.whole.train = encoded(data.table->whole, tables.source, tables.pool);
  return data;
}

// Numbers of an encoded table above which the parts of its numbers would not be worth their memory.
constexpr int64_t kMostBinnedCells = int64_t{1} << 27;

// So many inputs are enough without parts; training would take nine times as long.
constexpr int64_t kMostBinnedInputs = 2048;

}  // namespace

std::vector<int64_t> other_rows(int64_t count, const std::vector<int64_t>& rows) {
  std::vector<int64_t> others;
  others.reserve(static_cast<size_t>(count) - rows.size());
  auto next = rows.begin();
  for (int64_t row = 0; row < count; ++row) {
    if (next != rows.end() && *next == row) {
      ++next;
    } else {
      others.push_back(row);
    }
  }
  return others;
}

FoldedData fold_table(const DataOptions& options, uint64_t seed, int64_t bins) {
  const TableFolds tables = read_tables(options, seed);
  const auto count = static_cast<int64_t>(tables.pool.size());
  const bool regression = tables.schema.task == Task::kRegression;
  const std::vector<int64_t> labels =
      regression ? std::vector<int64_t>(tables.pool.size(), -1) : at(tables.source.classes, tables.pool);
  const std::vector<TableFold> folds =
      folds_of(tables, deal_folds(labels, fold_count(options.folds, count), seed));
  FoldedData data = encoded_folds(tables, folds, {});
  if (bins == 0) return data;
  const int64_t width = Preprocessor::fit(tables.source.table, tables.schema, tables.pool, {bins}).width();
  if (width == data.table->whole.width() || width > kMostBinnedInputs || count * width > kMostBinnedCells)
    return data;
  auto binned = std::make_shared<FoldedData>(encoded_folds(tables, folds, {bins}));
  data.table->binned = binned->table->folds;
  data.binned = std::move(binned);
  return data;
}

FoldedData fold_table(const Table& table, const TableSchema& schema, const std::vector<TableFold>& folds) {
  const TableFolds tables{file_name(table.source()), schema, with_targets(table, schema), std::nullopt,
                          all_rows(table.rows()),    {}};
  return encoded_folds(tables, folds, {});
}

}  // namespace gbho::inline internal
