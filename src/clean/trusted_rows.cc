#include "clean/trusted_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
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
                   fmt::format("no column is called {}, which --trusted names{}", shown(column),
                               did_you_mean(column, names)),
                   "name a column of the table, or leave --trusted out");
  }
  std::vector<bool> trusted;
  trusted.reserve(static_cast<size_t>(table.rows()));
  for (int64_t row = 0; row < table.rows(); ++row) trusted.push_back(says_trusted(table, row, place));
  return trusted;
}

}  // namespace gbho::inline internal
