#include "data/table_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/message.h"
#include "base/text.h"
#include "gbho/base/error.h"

namespace gbho::inline internal {
namespace {

constexpr const char* kWhy = "data.source (--source)";

std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  for (int64_t c = 0; c < table.columns(); ++c) names.push_back(table.name(c));
  return names;
}

int64_t source_column(const Table& table, const std::string& name, const TableSchema& schema) {
  const int64_t column = table.find(name);
  if (column < 0) {
    throw bad_file(
        table.source(), "",
        fmt::format("{}: no column is called {}{}", kWhy, shown(name), did_you_mean(name, names_of(table))),
        "name the column that says where each row comes from");
  }
  if (table.name(column) != schema.target) return column;
  throw bad_file(table.source(), "", fmt::format("{}: {} is the target", kWhy, shown(table.name(column))),
                 "name the column to predict with --target, or another one as the source");
}

// The name of each row's source; missing cells are an error.
std::vector<std::string> sources_by_row(const Table& table, int64_t column) {
  std::vector<std::string> sources;
  sources.reserve(static_cast<size_t>(table.rows()));
  for (int64_t row = 0; row < table.rows(); ++row) {
    if (table.missing(row, column)) {
      throw bad_file(table.source(),
                     fmt::format("line {}, column {}", table.line(row), shown(table.name(column))),
                     fmt::format("the cell is empty, and {} must say where every row comes from", kWhy),
                     "fill it in, with a word such as unknown if need be");
    }
    sources.emplace_back(table.text(row, column));
  }
  return sources;
}

void check_count(const Table& table, const std::string& column, const std::map<std::string, int64_t>& names) {
  const auto count = static_cast<int64_t>(names.size());
  if (count == 1) {
    throw bad_file(table.source(), "",
                   fmt::format("{}: all rows of column {} say {}: one source has nothing to be weighed "
                               "against",
                               kWhy, shown(column), shown(names.begin()->first)),
                   "leave the source out, or name another column");
  }
  if (count <= kMostSources) return;
  throw bad_file(table.source(), "",
                 fmt::format("{}: column {} has {} different values, and at most {} sources can be weighed",
                             kWhy, shown(column), count, kMostSources),
                 "merge them, or name a column with fewer values");
}

void check_judges(const Table& table, const DataOptions& options, const TableSources& sources) {
  constexpr const char* kJudges = "data.judges (--judge)";
  for (const std::string& judge : options.judges) {
    if (std::find(sources.names.begin(), sources.names.end(), judge) != sources.names.end()) continue;
    std::vector<std::string> known;
    for (const std::string& name : sources.names) known.push_back(shown(name));
    throw bad_file(table.source(), "",
                   fmt::format("{}: {}: no row is from that source{}", kJudges, shown(judge),
                               did_you_mean(judge, sources.names)),
                   "choose from " + joined(known));
  }
  if (options.judges.size() < sources.names.size()) return;
  throw bad_file(table.source(), "", fmt::format("{}: all sources are judges", kJudges),
                 "leave it out, or leave sources out of it");
}

void leave_out(const Table& table, const std::string& column, TableSchema& schema) {
  std::erase_if(schema.columns, [&](const ColumnFacts& facts) { return facts.name == column; });
  if (std::any_of(schema.columns.begin(), schema.columns.end(), [](const auto& c) { return c.used(); }))
    return;
  throw bad_file(table.source(), "",
                 fmt::format("no column is left to learn from, besides {} and the source {}",
                             shown(schema.target), shown(column)),
                 "give a table with a column of measurements or categories at least");
}

}  // namespace

TableSources take_sources(const Table& table, const DataOptions& options, TableSchema& schema) {
  if (options.source.empty()) return {};
  const int64_t column = source_column(table, options.source, schema);
  const std::vector<std::string> by_row = sources_by_row(table, column);
  std::map<std::string, int64_t> numbers;
  for (const std::string& name : by_row) numbers.emplace(name, 0);
  check_count(table, table.name(column), numbers);
  TableSources sources;
  for (auto& [name, number] : numbers) {
    number = static_cast<int64_t>(sources.names.size());
    sources.names.push_back(name);
  }
  sources.of_row.reserve(by_row.size());
  for (const std::string& name : by_row) sources.of_row.push_back(numbers.at(name));
  check_judges(table, options, sources);
  leave_out(table, table.name(column), schema);
  return sources;
}

}  // namespace gbho::inline internal
