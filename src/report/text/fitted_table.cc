#include "report/text/fitted_table.h"

#include <algorithm>

#include "base/printable.h"

namespace gbho::inline internal {
namespace {

constexpr size_t kFittedGap = 2;

// Of columns that are shown: those left out have width 0.
size_t line_width(const std::vector<size_t>& widths, size_t indent) {
  size_t total = indent;
  for (const size_t width : widths) total += width > 0 ? width + kFittedGap : 0;
  return total > indent ? total - kFittedGap : total;
}

// The widths that remain when every text is cut as far as it may be.
std::vector<size_t> least_widths(const std::vector<FittedColumn>& columns, std::vector<size_t> widths) {
  for (size_t k = 0; k < columns.size(); ++k) {
    if (columns[k].narrowest > 0) widths[k] = std::min(widths[k], columns[k].narrowest);
  }
  return widths;
}

// The shown column that is to go first; the count of columns when all have to stay.
size_t next_to_drop(const std::vector<FittedColumn>& columns, const std::vector<size_t>& widths) {
  size_t chosen = columns.size();
  for (size_t k = 0; k < columns.size(); ++k) {
    if (widths[k] == 0 || columns[k].drop == 0) continue;
    if (chosen == columns.size() || columns[k].drop > columns[chosen].drop) chosen = k;
  }
  return chosen;
}

void fit(const std::vector<FittedColumn>& columns, std::vector<size_t>& widths, size_t indent, size_t width) {
  while (line_width(least_widths(columns, widths), indent) > width) {
    const size_t dropped = next_to_drop(columns, widths);
    if (dropped == columns.size()) break;
    widths[dropped] = 0;
  }
  const std::vector<size_t> least = least_widths(columns, widths);
  for (size_t k = columns.size(); k-- > 0;) {
    const size_t total = line_width(widths, indent);
    if (total > width) widths[k] -= std::min(total - width, widths[k] - least[k]);
  }
}

std::string fitted_cell(const std::string& text, size_t width, TextTable::Align align) {
  const std::string shown = shortened(text, width);
  const std::string space(width - text_width(shown), ' ');
  return align == TextTable::Align::kRight ? space + shown : shown + space;
}

}  // namespace

void FittedTable::add_row(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  for (std::string& cell : cells) cell = printable(cell);
  rows_.push_back(std::move(cells));
}

std::vector<size_t> FittedTable::natural_widths() const {
  std::vector<size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_) {
    for (size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], text_width(row[k]));
  }
  for (size_t k = 0; k < columns_.size(); ++k) {
    if (widths[k] > 0) widths[k] = std::max(widths[k], text_width(columns_[k].heading));
  }
  return widths;
}

std::string FittedTable::line(const std::vector<std::string>& cells, const std::vector<size_t>& widths,
                              size_t indent, size_t width) const {
  std::string text(indent, ' ');
  bool first = true;
  for (size_t k = 0; k < columns_.size(); ++k) {
    if (widths[k] == 0) continue;
    if (!first) text.append(kFittedGap, ' ');
    first = false;
    text += fitted_cell(cells[k], widths[k], columns_[k].align);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return shortened(text, width);
}

std::string FittedTable::str(const TextStyle& style, size_t indent, size_t width) const {
  std::vector<size_t> widths = natural_widths();
  fit(columns_, widths, indent, width);
  std::vector<std::string> headings;
  for (const FittedColumn& column : columns_) headings.push_back(column.heading);
  std::string text = bold(line(headings, widths, indent, width), style) + "\n";
  for (const auto& row : rows_) text += line(row, widths, indent, width) + "\n";
  return text;
}

}  // namespace gbho::inline internal
