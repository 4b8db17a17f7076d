#include "data/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/message.h"
#include "data/csv_reader.h"

namespace gbho::inline internal {
namespace {

using Cells = std::vector<std::string_view>;

/// A cell that is meant as a number and is none: it must not make its row look like a header.
bool is_missing(std::string_view cell) {
  if (cell.empty()) return true;
  if (cell.front() == '+' || cell.front() == '-') cell.remove_prefix(1);
  std::string lower(cell);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  for (const std::string_view word : {"nan", "inf", "infinity", "na", "n/a", "null", "none", "?"}) {
    if (lower == word) return true;
  }
  return false;
}

std::optional<size_t> as_index(std::string_view text) {
  size_t index = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (text.empty() || status != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return index;
}

class TableReader {
 public:
  TableReader(std::span<const uint8_t> bytes, std::string_view name, const CsvOptions& options)
      : reader_(bytes, name), name_(name), options_(options) {}

  CsvTable read() {
    if (!reader_.next() || reader_.blank()) {
      throw bad_file(name_, "line 1", "the table is empty",
                     "give one row per example, columns divided by commas");
    }
    columns_ = reader_.cells().size();
    require_two_columns();
    table_.features = static_cast<int64_t>(columns_ - 1);
    table_.has_header = first_row_is_header();
    find_label_column();
    if (table_.has_header) {
      take_names();
    } else {
      take_row();
    }
    while (reader_.next()) {
      if (reader_.blank()) {
        skip_blank_end();
        break;
      }
      take_row();
    }
    if (table_.rows == 0) {
      throw bad_file(name_, "line 2", "the table has a header and no rows", "give one row per example");
    }
    return std::move(table_);
  }

 private:
  void require_two_columns() const {
    if (columns_ >= 2) return;
    const std::string_view cell = reader_.cells()[0];
    const bool other_separator = cell.find_first_of(";\t") != std::string_view::npos;
    throw bad_file(name_, "line 1", fmt::format("only one column: {}", shown(cell)),
                   other_separator
                       ? "separate the columns by commas, not by semicolons or tabs"
                       : "a table needs a label column and at least one feature, divided by commas");
  }

  bool label_is_named() const { return !options_.label_column.empty() && !as_index(options_.label_column); }

  /// The label's column as far as it is known before the header is: by index or by default.
  size_t label_index_without_names() const { return as_index(options_.label_column).value_or(columns_ - 1); }

  bool first_row_is_header() const {
    if (options_.header == "yes" || label_is_named()) return true;
    if (options_.header == "no") return false;
    // A label may be text in any row, so only the other cells tell.
    size_t words = 0;
    size_t first_word = 0;
    for (size_t column = 0; column < columns_; ++column) {
      const std::string_view cell = reader_.cells()[column];
      if (column == label_index_without_names() || parse_number(cell) || is_missing(cell)) continue;
      if (words++ == 0) first_word = column;
    }
    if (words > 0 && words < columns_ - 1) {
      throw bad_file(name_, fmt::format("line 1, column {}", first_word + 1),
                     fmt::format("{} is text beside numbers or empty cells: a header or a bad row?",
                                 shown(reader_.cells()[first_word])),
                     "say which with header = \"yes\" or \"no\"");
    }
    return words > 0;
  }

  void find_label_column() {
    const Cells& cells = reader_.cells();
    const std::string& wanted = options_.label_column;
    if (table_.has_header && !wanted.empty()) {
      const auto found = std::find(cells.begin(), cells.end(), wanted);
      if (found != cells.end()) {
        if (std::find(found + 1, cells.end(), wanted) != cells.end()) {
          throw bad_file(name_, "line 1", fmt::format("more than one column is called {}", shown(wanted)),
                         "give label_column as an index, counted from 0");
        }
        label_ = static_cast<size_t>(found - cells.begin());
        return;
      }
    }
    if (label_is_named()) {
      throw bad_file(
          name_, "line 1", fmt::format("no column is called {}", shown(wanted)),
          fmt::format("give label_column as one of {} or as an index, counted from 0", some_names()));
    }
    label_ = label_index_without_names();
    if (label_ >= columns_) {
      throw bad_file(name_, "line 1", fmt::format("label_column = {} with only {} columns", wanted, columns_),
                     fmt::format("give an index from 0 to {}", columns_ - 1));
    }
  }

  std::string some_names() const {
    constexpr size_t kShown = 8;
    std::string text;
    for (size_t i = 0; i < std::min(columns_, kShown); ++i) {
      text += (i > 0 ? ", " : "") + shown(reader_.cells()[i]);
    }
    return columns_ > kShown ? text + ", …" : text;
  }

  void take_names() {
    for (size_t column = 0; column < columns_; ++column) {
      if (column == label_) {
        table_.label_name = reader_.cells()[column];
      } else {
        table_.names.emplace_back(reader_.cells()[column]);
      }
    }
  }

  std::string place(size_t column) const {
    std::string text = fmt::format("line {}, column {}", reader_.line(), column + 1);
    if (table_.has_header) {
      const size_t feature = column < label_ ? column : column - 1;
      text += fmt::format(" ({})", column == label_ ? table_.label_name : table_.names[feature]);
    }
    return text;
  }

  void take_row() {
    const Cells& cells = reader_.cells();
    if (cells.size() != columns_) {
      throw bad_file(name_, fmt::format("line {}", reader_.line()),
                     fmt::format("{} cells in a table of {} columns", cells.size(), columns_),
                     "every row needs the same number of cells; quote a cell that holds a comma");
    }
    for (size_t column = 0; column < columns_; ++column) {
      if (column == label_) {
        take_label(cells[column]);
      } else {
        take_number(cells[column], column);
      }
    }
    table_.lines.push_back(reader_.line());
    ++table_.rows;
  }

  void take_label(std::string_view cell) {
    if (is_missing(cell)) {
      throw bad_file(name_, place(label_),
                     cell.empty() ? "the label is empty" : "the label is " + shown(cell),
                     "give every row a label, or remove the row");
    }
    table_.labels.emplace_back(cell);
  }

  void take_number(std::string_view cell, size_t column) {
    const std::optional<double> number = parse_number(cell);
    if (number && std::abs(*number) <= std::numeric_limits<float>::max()) {
      table_.x.push_back(static_cast<float>(*number));
      return;
    }
    if (number) {
      throw bad_file(name_, place(column), fmt::format("{} does not fit a 32-bit float", shown(cell)),
                     "scale the column");
    }
    if (is_missing(cell)) {
      throw bad_file(
          name_, place(column),
          cell.empty() ? "the cell is empty" : fmt::format("{} is not a finite number", shown(cell)),
          "fill the missing value in, or remove the row");
    }
    const bool first = table_.rows == 0 && !table_.has_header;
    throw bad_file(name_, place(column), fmt::format("{} is not a number", shown(cell)),
                   first ? "if this row is a header, set header = \"yes\""
                         : "features are numbers: encode text columns first, or name the label column");
  }

  /// Blank lines may end a table; a row after one would be lost or misread.
  void skip_blank_end() {
    const int64_t blank_line = reader_.line();
    while (reader_.next()) {
      if (!reader_.blank()) {
        throw bad_file(name_, fmt::format("line {}", blank_line), "a blank line between rows", "remove it");
      }
    }
  }

  CsvReader reader_;
  std::string name_;
  const CsvOptions& options_;
  CsvTable table_;
  size_t columns_ = 0;
  size_t label_ = 0;
};

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  if (text.starts_with('+') && text.size() > 1 && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status == std::errc::result_out_of_range) {  // too large, or so small that it is 0
    long double wide = 0;
    status = std::from_chars(text.data(), end, wide).ec;
    value = static_cast<double>(wide);
  }
  if (text.empty() || status != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
}

CsvTable parse_csv(std::span<const uint8_t> bytes, std::string_view name, const CsvOptions& options) {
  if (bytes.empty()) throw bad_file(name, "", "the file is empty", "give a table with one row per example");
  CsvTable table = TableReader(bytes, name, options).read();
  if (table.label_name.empty() && !table.has_header) {
    table.label_name = options.label_column.empty() ? std::to_string(table.features) : options.label_column;
  }
  return table;
}

}  // namespace gbho::inline internal
