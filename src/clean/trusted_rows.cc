#include "clean/trusted_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string_view>

#include "base/message.h"
#include "base/text.h"
#include "table/cell_text.h"
#include "table/table_parts.h"

namespace gbho::inline internal {
namespace {

bool is_one_of(std::string_view text, const std::array<std::string_view, 3>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool says_trusted(const Table& table, int64_t row, int64_t column) {
  if (table.missing(row, column)) return false;
  const std::string text = lower_case(table.text(row, column));
  if (is_one_of(text, {"true", "yes", "1"})) return true;
  if (is_one_of(text, {"false", "no", "0"})) return false;
  throw bad_file(
      table.source(), cell_place(table, row, column),
      fmt::format("{} does not say whether the row's label is trusted", shown(table.text(row, column))),
      "write true, yes or 1 for labels that are known to be right; false, no, 0 or nothing for others");
}

}  // namespace

std::vector<bool> trusted_rows(const Table& table, const std::string& column) {
  const int64_t place = table.find(column);
  if (place < 0) {
    std::vector<std::string> names;
    for (int64_t c = 0; c < table.columns(); ++c) names.push_back(table.name(c));
    throw bad_file(table.source(), "",
                   fmt::format("no column is called {}, which --trusted names{}, and no file", shown(column),
                               did_you_mean(column, names)),
                   "name a column of the table or a file of row numbers, or leave --trusted out");
  }
  std::vector<bool> trusted;
  trusted.reserve(static_cast<size_t>(table.rows()));
  for (int64_t row = 0; row < table.rows(); ++row) trusted.push_back(says_trusted(table, row, place));
  return trusted;
}

bool is_file_of_rows(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

std::vector<bool> trusted_rows_of_file(const std::string& path, int64_t rows) {
  const Table list = Table::read(path);
  const int64_t column = list.columns() == 1 ? 0 : list.has_header() ? list.find("row") : -1;
  if (column < 0) {
    throw bad_file(path, "line 1", "no column is called 'row', which --trusted reads",
                   "give a file with one row number a line, or with a column 'row'");
  }
  std::vector<bool> trusted(static_cast<size_t>(rows), false);
  for (int64_t i = 0; i < list.rows(); ++i) {
    const double number = list.number(i, column);
    if (!(number >= 1 && number <= static_cast<double>(rows) && number == std::floor(number))) {
      throw bad_file(path, cell_place(list, i, column),
                     fmt::format("{} is no row of the data", shown(list.text(i, column))),
                     fmt::format("rows are numbered from 1 to {}", rows));
    }
    trusted[static_cast<size_t>(number) - 1] = true;
  }
  return trusted;
}

}  // namespace gbho::inline internal
