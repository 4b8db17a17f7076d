#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gbho {

/// How a table's text is to be read.
struct TableOptions {
  std::string header = "auto";  ///< auto | yes | no
  char separator = 0;           ///< , ; or tab; 0: found out
};

/// A table of text: what a CSV file holds. Cells keep their text; whoever reads a column says what it means.
/// Equal texts of a column are kept once, unless most of its texts differ. Copies share what they hold.
class Table {
 public:
  /// Reads CSV: separators , ; or tab, quotes with separators and line breaks in them, the mark of UTF-8,
  /// CRLF, gzip; text that is not UTF-8 is read as Windows-1252. Throws DataError that names file, row,
  /// column, value and remedy.
  static Table read(const std::string& path, const TableOptions& options = {});
  static Table parse(std::string_view text, const std::string& name, const TableOptions& options = {});
  /// From columns in memory, each with one text a row; a missing cell is "". A name that is empty becomes
  /// "column 3", and one that was there before "name (2)"; so it is in files.
  static Table of_columns(std::vector<std::string> names,
                          const std::vector<std::vector<std::string>>& columns,
                          const std::string& name = "table");

  int64_t rows() const;
  int64_t columns() const;
  bool has_header() const;
  const std::string& source() const;              ///< the file's name, for messages
  const std::string& name(int64_t column) const;  ///< "column 3" without a header
  /// −1: there is none. A number counts from 1 where no column has it as its name.
  int64_t find(std::string_view name) const;
  /// The text of a cell, without blanks around it.
  std::string_view text(int64_t row, int64_t column) const;
  /// Empty, NA, N/A, nan, null, None or ? (whatever the case).
  bool missing(int64_t row, int64_t column) const;
  /// The number that the cell spells; NaN where it spells none or is missing.
  double number(int64_t row, int64_t column) const;
  /// The line of the file that the row begins on, for messages.
  int64_t line(int64_t row) const;
  /// SHA-256 over names and cells.
  std::string checksum() const;

  /// How it is kept; for the library itself (src/table/table_parts.h).
  struct Parts;
  const Parts& parts() const { return *parts_; }

 private:
  explicit Table(std::shared_ptr<const Parts> parts);
  std::shared_ptr<const Parts> parts_;
};

}  // namespace gbho
