#include "gbho/table/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/check.h"
#include "base/message.h"
#include "base/text.h"
#include "table/column_facts.h"
#include "table/table_parts.h"
#include "table/target.h"

namespace gbho {
namespace {

int64_t find_target(const Table& table, const std::string& target) {
  const int64_t column = target.empty() ? table.columns() - 1 : table.find(target);
  if (column >= 0) return column;
  std::vector<std::string> names = table.parts().names;
  const std::string hint = did_you_mean(target, names);
  constexpr size_t kShown = 8;
  const bool more = names.size() > kShown;
  if (more) names.resize(kShown);
  for (std::string& name : names) name = shown(name);
  throw bad_file(table.source(), "", fmt::format("no column is called {}{}", shown(target), hint),
                 fmt::format("name the target: {}{}, or its number from 1 to {}", joined(names),
                             more ? ", …" : "", table.columns()));
}

/// Whether each column was called a category.
std::vector<bool> find_categories(const Table& table, const std::vector<std::string>& categories) {
  std::vector<bool> found(static_cast<size_t>(table.columns()));
  for (const std::string& name : categories) {
    const int64_t column = table.find(name);
    if (column < 0) {
      throw bad_file(table.source(), "",
                     fmt::format("data.categories: no column is called {}{}", shown(name),
                                 did_you_mean(name, table.parts().names)),
                     "name columns of the table");
    }
    found[static_cast<size_t>(column)] = true;
  }
  return found;
}

/// A table whose only columns count its rows may mean time by them.
void use_something(const Table& table, TableSchema& schema) {
  const auto used = [](const ColumnFacts& facts) { return facts.used(); };
  if (std::any_of(schema.columns.begin(), schema.columns.end(), used)) return;
  bool found = false;
  for (ColumnFacts& facts : schema.columns) {
    if (facts.kind != ColumnKind::kIdentifier || std::isnan(table.number(0, table.find(facts.name))))
      continue;
    facts.kind = ColumnKind::kNumber;
    facts.note = "a number for each row; kept, since there is nothing else to learn from";
    found = true;
  }
  if (found) return;
  throw bad_file(table.source(), "", "no column to learn from: all are constant or different in every row",
                 "add columns that tell rows apart and have values that come again");
}

}  // namespace

std::string to_string(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::kNumber:
      return "number";
    case ColumnKind::kYesNo:
      return "yes/no";
    case ColumnKind::kCategory:
      return "category";
    case ColumnKind::kDate:
      return "date";
    case ColumnKind::kConstant:
      return "constant";
    case ColumnKind::kIdentifier:
      return "identifier";
  }
  return "";
}

std::string to_string(Task task) {
  return task == Task::kClassification ? "classification" : "regression";
}

TableSchema find_schema(const Table& table, const std::string& target, const std::string& task,
                        const std::vector<std::string>& categories) {
  check_choice("task", task, {"auto", "classification", "regression"});
  if (table.columns() < 2) {
    throw bad_file(
        table.source(), "line 1", "only one column",
        "a table needs a target and one column more, divided by commas, semicolons, tabs or bars (|)");
  }
  const int64_t target_column = find_target(table, target);
  TableSchema schema;
  schema.target = table.name(target_column);
  decide_task(table, target_column, task, schema);
  const std::vector<bool> is_category = find_categories(table, categories);
  schema.columns.reserve(static_cast<size_t>(table.columns()));
  for (int64_t column = 0; column < table.columns(); ++column) {
    if (column == target_column) continue;
    schema.columns.push_back(find_facts(table, column, is_category[static_cast<size_t>(column)]));
  }
  use_something(table, schema);
  return schema;
}

}  // namespace gbho
