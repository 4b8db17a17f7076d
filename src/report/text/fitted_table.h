#pragma once

#include <string>
#include <vector>

#include "report/text/text_table.h"

namespace gbho::inline internal {

/// A column of a table that fits the terminal.
struct FittedColumn {
  std::string heading;
  TextTable::Align align = TextTable::Align::kLeft;
  int drop = 0;  ///< where there is no room the column with the highest number goes first; 0: it stays
  size_t narrowest = 0;  ///< its text may be cut to so many columns; 0: it is shown whole
};

/// A table whose lines never exceed a width: it leaves out columns, then shortens texts.
class FittedTable {
 public:
  explicit FittedTable(std::vector<FittedColumn> columns) : columns_(std::move(columns)) {}

  void add_row(std::vector<std::string> cells);
  /// Columns without any text are left out too.
  std::string str(const TextStyle& style, size_t indent, size_t width) const;

 private:
  std::vector<size_t> natural_widths() const;
  std::string line(const std::vector<std::string>& cells, const std::vector<size_t>& widths, size_t indent,
                   size_t width) const;

  std::vector<FittedColumn> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace gbho::inline internal
