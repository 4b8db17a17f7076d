#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gbho::inline internal {

/// Splits text into records and cells by RFC 4180, with the separator of one's choice; a record ends with LF,
/// CRLF or CR. A quote inside a cell that does not begin with one is an ordinary character.
class RecordReader {
 public:
  /// Both must outlive the reader.
  RecordReader(std::string_view text, std::string_view name, char separator);

  /// Reads the next record into cells(); false at the end. Throws DataError for quotes that do not close,
  /// text behind a closing quote, and more cells than any table has.
  bool next();

  /// Without blanks around them; they last until the next call of next().
  const std::vector<std::string_view>& cells() const { return cells_; }
  /// The line, counted from 1, on which the record starts.
  int64_t line() const { return record_line_; }
  /// Nothing stands on this line, not even quotes.
  bool blank() const { return blank_; }
  size_t position() const { return at_; }

 private:
  std::string_view plain_cell();
  std::string_view quoted_cell();
  void skip_blanks();
  bool at_line_end() const { return at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r'; }

  std::string_view text_;
  std::string_view name_;
  char separator_;
  size_t at_ = 0;
  int64_t line_ = 1;
  int64_t record_line_ = 1;
  bool blank_ = false;
  std::vector<std::string_view> cells_;
  std::vector<std::string> unescaped_;  // of quoted cells with doubled quotes, by their place in cells_
  std::vector<size_t> unescaped_at_;
};

}  // namespace gbho::inline internal
