#pragma once

#include <string>
#include <vector>

#include "report/text/display_width.h"

namespace gbho::inline internal {

/// How a text is shown: bold headings only where a terminal can show them.
struct TextStyle {
  bool bold = false;
};

std::string bold(const std::string& text, const TextStyle& style);

/// Columns of text, padded to line up. Cells may hold any UTF-8.
class TextTable {
 public:
  enum class Align { kLeft, kRight };

  /// One alignment per column; the first row is the heading.
  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}

  void add_row(std::vector<std::string> cells);
  /// Lines of at most `width` characters: the last column is wrapped when it is left-aligned.
  std::string str(const TextStyle& style = {}, size_t indent = 2, size_t width = 80) const;

 private:
  std::vector<size_t> column_widths() const;

  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Words on lines of at most `width` characters.
std::vector<std::string> wrap(const std::string& text, size_t width);

/// The text wrapped, every line but the first indented.
std::string wrapped(const std::string& text, size_t indent, size_t width = 80);

}  // namespace gbho::inline internal
