#include "report/text/text_table.h"

#include <algorithm>
#include <sstream>

#include "base/printable.h"

namespace gbho::inline internal {
namespace {

constexpr size_t kGap = 2;
constexpr size_t kNarrowestColumn = 20;

std::string padded(const std::string& text, size_t width, TextTable::Align align) {
  const size_t used = text_width(text);
  const std::string space(used < width ? width - used : 0, ' ');
  return align == TextTable::Align::kRight ? space + text : text + space;
}

std::string without_trailing_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::string bold(const std::string& text, const TextStyle& style) {
  return style.bold ? "\033[1m" + text + "\033[0m" : text;
}

std::vector<std::string> wrap(const std::string& text, size_t width) {
  std::vector<std::string> lines = {""};
  std::istringstream words(text);
  for (std::string given; words >> given;) {
    const std::string word = printable(given);
    if (!lines.back().empty() && text_width(lines.back()) + 1 + text_width(word) > width)
      lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
  }
  return lines;
}

std::string wrapped(const std::string& text, size_t indent, size_t width) {
  std::string result;
  for (const std::string& line : wrap(text, width - indent)) {
    if (!result.empty()) result += "\n" + std::string(indent, ' ');
    result += line;
  }
  return result;
}

void TextTable::add_row(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  cells.front() = printable(cells.front());  // names; other cells are ours, and may be bold
  rows_.push_back(std::move(cells));
}

std::vector<size_t> TextTable::column_widths() const {
  std::vector<size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_) {
    for (size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], text_width(row[k]));
  }
  return widths;
}

std::string TextTable::str(const TextStyle& style, size_t indent, size_t width) const {
  const std::vector<size_t> widths = column_widths();
  const size_t last = columns_.size() - 1;
  size_t before_last = indent;
  for (size_t k = 0; k < last; ++k) before_last += widths[k] + kGap;
  const size_t room = std::max(kNarrowestColumn, width > before_last ? width - before_last : 0);
  const bool wraps = columns_[last] == Align::kLeft && widths[last] > room;

  std::string text;
  for (size_t r = 0; r < rows_.size(); ++r) {
    std::string line(indent, ' ');
    for (size_t k = 0; k < last; ++k)
      line += padded(rows_[r][k], widths[k], columns_[k]) + std::string(kGap, ' ');
    const std::vector<std::string> tail = wraps ? wrap(rows_[r][last], room) : std::vector{rows_[r][last]};
    line += wraps ? tail[0] : padded(tail[0], widths[last], columns_[last]);
    line = without_trailing_spaces(line);
    text += (r == 0 ? bold(line, style) : line) + "\n";
    for (size_t t = 1; t < tail.size(); ++t) text += std::string(before_last, ' ') + tail[t] + "\n";
  }
  return text;
}

}  // namespace gbho::inline internal
