#pragma once

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "gbho/table/schema.h"
#include "gbho/table/table.h"

namespace gbho::testing {

/// The message that a call throws; "" when it does not throw.
template <class Call>
std::string thrown(Call&& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

inline Table table_of(const std::string& text) {
  return Table::parse(text, "t.csv");
}

inline std::vector<std::string> texts_of(const Table& table, int64_t column) {
  std::vector<std::string> texts;
  texts.reserve(static_cast<size_t>(table.rows()));
  for (int64_t row = 0; row < table.rows(); ++row) texts.emplace_back(table.text(row, column));
  return texts;
}

inline std::vector<int64_t> rows_until(int64_t end) {
  std::vector<int64_t> rows(static_cast<size_t>(end));
  std::iota(rows.begin(), rows.end(), int64_t{0});
  return rows;
}

/// A table of one feature and a target of numbers; three rows at least.
inline Table one_feature(const std::vector<std::string>& cells) {
  std::vector<std::string> target;
  target.reserve(cells.size());
  for (size_t i = 0; i < cells.size(); ++i) target.push_back(std::to_string(i) + ".5");
  return Table::of_columns({"x", "y"}, {cells, target}, "t.csv");
}

/// What is found of a column that has another one beside it.
inline ColumnFacts facts_of(const std::vector<std::string>& cells) {
  std::vector<std::string> other;
  std::vector<std::string> target;
  for (size_t i = 0; i < cells.size(); ++i) {
    other.push_back(std::to_string(i % 3));
    target.push_back(std::to_string(i) + ".5");
  }
  return find_schema(Table::of_columns({"x", "other", "y"}, {cells, other, target}, "t.csv")).columns.at(0);
}

}  // namespace gbho::testing
