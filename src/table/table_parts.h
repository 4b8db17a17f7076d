#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gbho/table/table.h"
#include "table/text_column.h"

namespace gbho {

struct Table::Parts {
  std::string source;
  bool has_header = false;
  bool decimal_comma = false;
  std::vector<std::string> names;
  std::unordered_map<std::string_view, int64_t> places;  // of names
  std::vector<TextColumn> columns;
  std::vector<int64_t> lines;  // of rows; empty: there is no file
  int64_t rows = 0;

  void set_names(std::vector<std::string> given);
};

}  // namespace gbho

namespace gbho::inline internal {

inline const TextColumn& text_column(const Table& table, int64_t column) {
  return table.parts().columns[static_cast<size_t>(column)];
}

/// "line 3, column 2 (age)": where a cell of the file stands; "row 2, …" of a table in memory.
std::string cell_place(const Table& table, int64_t row, int64_t column);

}  // namespace gbho::inline internal
