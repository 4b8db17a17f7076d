#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gbho::inline internal {

/// Splits CSV text into records and cells by RFC 4180: commas, optional double quotes, LF or CRLF. Blanks
/// around an unquoted cell are dropped.
class CsvReader {
 public:
  /// `bytes` must outlive the reader. Throws DataError for UTF-16; skips the mark of UTF-8.
  CsvReader(std::span<const uint8_t> bytes, std::string_view name);

  /// Reads the next record into cells(); false at the end. Throws DataError for bad quoting.
  bool next();

  /// Views that last until the next call of next().
  const std::vector<std::string_view>& cells() const { return cells_; }
  /// The line, counted from 1, on which the record starts.
  int64_t line() const { return record_line_; }
  bool blank() const { return cells_.size() == 1 && cells_[0].empty(); }

 private:
  std::string_view plain_cell();
  std::string_view quoted_cell();
  bool at_line_end() const;

  std::string_view text_;
  std::string name_;
  size_t at_ = 0;
  int64_t line_ = 1;
  int64_t record_line_ = 1;
  std::vector<std::string_view> cells_;
  std::deque<std::string> unescaped_;  // quoted cells that held "" and so need a text of their own
};

}  // namespace gbho::inline internal
