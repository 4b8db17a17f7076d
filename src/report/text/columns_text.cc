#include "report/text/columns_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/printable.h"
#include "base/shell_word.h"
#include "gbho/record/summary.h"
#include "report/text/fitted_table.h"
#include "report/text/numbers.h"
#include "report/text/score_words.h"

namespace gbho::inline internal {
namespace {

using Align = TextTable::Align;

constexpr size_t kMostColumnsShown = 8;
constexpr size_t kMostMissingTold = 5;
constexpr size_t kMostNotesTold = 3;
constexpr size_t kNameWidth = 24;
constexpr double kBarWidth = 24;

std::string missing_words(const TableRecord& table) {
  std::vector<const TableColumn*> columns;
  for (const TableColumn& column : table.columns) {
    if (column.inputs > 0 && column.missing > 0) columns.push_back(&column);
  }
  if (columns.empty()) return "";
  std::stable_sort(columns.begin(), columns.end(),
                   [](const TableColumn* a, const TableColumn* b) { return a->missing > b->missing; });
  std::string text = "missing cells: ";
  for (size_t i = 0; i < std::min(columns.size(), kMostMissingTold); ++i)
    text += fmt::format("{}{} ({})", i == 0 ? "" : ", ", shortened(printable(columns[i]->name), kNameWidth),
                        count_text(columns[i]->missing));
  if (columns.size() > kMostMissingTold)
    text += fmt::format(" and {} columns more", columns.size() - kMostMissingTold);
  return text;
}

// Without what is said of missing cells: there is a line for them.
std::string other_notes(const std::string& note) {
  std::string others;
  for (size_t begin = 0; begin < note.size();) {
    const size_t end = std::min(note.find("; ", begin), note.size());
    const std::string part = note.substr(begin, end - begin);
    if (part.find(" missing cell") == std::string::npos) others += (others.empty() ? "" : "; ") + part;
    begin = end + 2;
  }
  return others;
}

// Eighths of a cell.
std::string bar(double share) {
  static const std::vector<std::string> parts = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto eighths = static_cast<size_t>(std::lround(8 * kBarWidth * std::clamp(share, 0.0, 1.0)));
  std::string text;
  for (size_t i = 0; i < eighths / 8; ++i) text += "█";
  return text + parts[eighths % 8];
}

std::string other_columns(const ImportanceRecord& importance, size_t shown, size_t width) {
  const size_t rest = importance.columns.size() - shown;
  std::string text;
  if (rest > 0) {
    text = fmt::format("{} column{} more: at most {} each.", rest, rest == 1 ? "" : "s",
                       rise_text(importance, std::max(0.0, importance.columns[shown].rise)));
  }
  if (importance.left_out > 0) {
    text += fmt::format("{}{} others were not tried: networks give them the least weight.",
                        text.empty() ? "" : " ", count_text(importance.left_out));
  }
  return text.empty() ? "" : "  " + wrapped(text, 2, width) + "\n";
}

}  // namespace

std::string columns_text(const Summary& summary, size_t width) {
  if (!summary.table) return "";
  const TableRecord& table = *summary.table;
  std::vector<std::string> lines;
  if (const std::string missing = missing_words(table); !missing.empty()) lines.push_back(missing);
  size_t notes = 0;
  for (const TableColumn& column : table.columns) {
    const std::string note = other_notes(column.note);
    if (column.inputs == 0 || note.empty() || ++notes > kMostNotesTold) continue;
    lines.push_back(fmt::format("{}: {}", printable(column.name), printable(note)));
  }
  if (notes > kMostNotesTold)
    lines.push_back(fmt::format("{} notes more are in the report", notes - kMostNotesTold));
  std::string text;
  for (const std::string& line : lines) text += wrapped(line, 2, width) + "\n";
  return text;
}

std::string importance_text(const Summary& summary, const TextStyle& style, size_t width) {
  if (!summary.importance || summary.importance->columns.empty()) return "";
  const ImportanceRecord& importance = *summary.importance;
  std::string text = bold("What the columns are worth", style) + "\n";
  const std::string what =
      importance.measure == "rmse" ? number_text(importance.measured) : loss_text(importance.measured);
  text += "  " +
          wrapped(fmt::format(
                      "How far the {} rises above {} when a column's cells are shuffled, on {} unseen rows.",
                      score_name(importance.measure), what, count_text(importance.rows)),
                  2, width) +
          "\n";
  const double most = importance.columns.front().rise;
  const size_t shown = std::min(importance.columns.size(), kMostColumnsShown);
  FittedTable table({{"column", Align::kLeft, 0, 8},
                     {"rise", Align::kRight, 0},
                     {"", Align::kLeft, 2},
                     {"", Align::kLeft, 1}});
  for (size_t i = 0; i < shown; ++i) {
    const ColumnImportance& column = importance.columns[i];
    table.add_row({shortened(printable(column.name), kNameWidth), rise_text(importance, column.rise),
                   error_text(column.error), most > 0 ? bar(column.rise / most) : std::string()});
  }
  return text + table.str(style, 2, width) + other_columns(importance, shown, width);
}

std::string commands_text(const std::string& model_file) {
  const std::string file = shell_word(model_file);
  return fmt::format(
      "predict:  gbho predict {0} NEW.csv --out predictions.csv\nscore:    gbho score {0} LABELLED.csv\n",
      file);
}

}  // namespace gbho::inline internal
