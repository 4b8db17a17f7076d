#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gbho/clean/clean.h"
#include "table/table_parts.h"

namespace gbho {
namespace {

void add_cell(std::string_view cell, char separator, std::string& text) {
  const bool bare = cell.find_first_of("\"\r\n") == std::string_view::npos &&
                    cell.find(separator) == std::string_view::npos;
  if (bare) {
    text += cell;
    return;
  }
  text += '"';
  for (const char letter : cell) {
    if (letter == '"') text += '"';
    text += letter;
  }
  text += '"';
}

}  // namespace

std::string cleaned_csv(const Table& table, const CleanSummary& summary, CleanAction action,
                        const std::string& without) {
  const char separator = table.parts().decimal_comma ? ';' : ',';
  std::vector<const RowVerdict*> flagged(static_cast<size_t>(table.rows()), nullptr);
  for (const RowVerdict& verdict : summary.verdicts) {
    if (verdict.flagged) flagged.at(static_cast<size_t>(verdict.row - 1)) = &verdict;
  }
  const int64_t target = table.find(summary.target);
  const int64_t left_out = without.empty() ? -1 : table.find(without);
  std::string text;
  const auto add_line = [&](const auto& cell) {
    bool first = true;
    for (int64_t column = 0; column < table.columns(); ++column) {
      if (column == left_out) continue;
      if (!first) text += separator;
      first = false;
      add_cell(cell(column), separator, text);
    }
    text += '\n';
  };
  if (table.has_header()) add_line([&](int64_t column) { return std::string_view(table.name(column)); });
  for (int64_t row = 0; row < table.rows(); ++row) {
    const RowVerdict* verdict = flagged[static_cast<size_t>(row)];
    if (verdict != nullptr && action == CleanAction::kDrop) continue;
    add_line([&](int64_t column) {
      return verdict != nullptr && column == target ? std::string_view(verdict->suggested)
                                                    : table.text(row, column);
    });
  }
  return text;
}

}  // namespace gbho
