// What a table's columns are, what was done to them, and what they are worth.

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "report/html/html.h"
#include "report/html/study_view.h"
#include "report/text/columns_text.h"
#include "report/text/numbers.h"
#include "report/text/score_words.h"

namespace gbho::inline internal {
namespace {

using Align = HtmlTable::Align;

constexpr size_t kMostBars = 30;
constexpr size_t kMostColumnRows = 25;  // the others are folded away

// What the encoder does to columns of a kind (docs/tables.md).
std::string became(const TableColumn& column) {
  if (column.inputs == 0) return "left out";
  const std::string inputs = counted(column.inputs, "input");
  if (column.kind == "number") return "centered at the median, scaled, bounded; " + inputs;
  if (column.kind == "yes/no") return "−1 or +1; " + inputs;
  if (column.kind == "date") return "year, days, month, weekday, hour; " + inputs;
  return "inputs for frequent values, shared ones for rare; " + inputs;
}

std::string with_note(const TableColumn& column) {
  if (column.note.empty()) return html_text(became(column));
  return html_text(column.inputs == 0 ? column.note : became(column) + ". " + column.note);
}

using Importances = std::unordered_map<std::string, const ColumnImportance*>;

Importances importances_of(const Summary& summary) {
  Importances importances;
  if (!summary.importance) return importances;
  for (const ColumnImportance& column : summary.importance->columns)
    importances.emplace(column.name, &column);
  return importances;
}

std::string columns_table(const Summary& summary, size_t first, size_t last) {
  HtmlTable table({{"column", Align::kText},
                   {"is a", Align::kText},
                   {"values"},
                   {"missing"},
                   {"worth"},
                   {"became", Align::kText}});
  const Importances importances = importances_of(summary);
  for (size_t c = first; c < last; ++c) {
    const TableColumn& column = summary.table->columns[c];
    const auto own = importances.find(column.name);
    const bool known = own != importances.end();
    table.add_row(
        {html_text(column.name), html_text(column.kind), count_text(column.distinct),
         column.missing > 0 ? count_text(column.missing) : "-",
         known ? rise_text(*summary.importance, own->second->rise) + " " + error_text(own->second->error)
               : std::string("-"),
         with_note(column)},
        column.inputs == 0 ? "control" : "");
  }
  return table.str();
}

std::string all_columns(const Summary& summary) {
  const TableRecord& table = *summary.table;
  const size_t count = table.columns.size();
  const size_t shown = count <= kMostColumnRows + 5 ? count : kMostColumnRows;
  std::string text = "<div class=\"wrapping\">" + columns_table(summary, 0, shown) + "</div>\n";
  if (shown < count) {
    text += fmt::format(
        "<details><summary>The other {}</summary><div class=\"wrapping\">{}</div></details>\n",
        counted(static_cast<int64_t>(count - shown), "column"), columns_table(summary, shown, count));
  }
  if (static_cast<int64_t>(count) < table.column_count) {
    text += fmt::format("<p class=\"quiet\">The first {} of {} columns are listed.</p>\n",
                        count_text(static_cast<int64_t>(count)), count_text(table.column_count));
  }
  return text;
}

std::string importance_html(const Summary& summary, Page& page) {
  if (!summary.importance || summary.importance->columns.empty()) return "";
  const ImportanceRecord& importance = *summary.importance;
  const size_t shown = std::min(importance.columns.size(), kMostBars);
  std::vector<std::string> names;
  std::vector<double> rises;
  std::vector<double> errors;
  for (size_t c = 0; c < shown; ++c) {
    names.push_back(importance.columns[c].name);
    rises.push_back(importance.columns[c].rise);
    errors.push_back(importance.columns[c].error);
  }
  const std::string measure = score_name(importance.measure);
  page.charts["importance"] = {{"kind", "importance"},
                               {"names", names},
                               {"rise", chart_numbers(rises)},
                               {"errors", chart_numbers(errors)},
                               {"x_title", "rise of the " + measure}};
  std::string caption = fmt::format(
      "How far the {} of {} unseen rows rises above {} when the cells of a column are shuffled among them, "
      "mean of {} "
      "± one standard error over the rows. Columns that say the same share their worth: each looks "
      "dispensable while the "
      "other is there.",
      measure, count_text(importance.rows), score_text(importance.measure, importance.measured),
      counted(importance.permutations, "permutation"));
  if (shown < importance.columns.size())
    caption += fmt::format(" The first {} of {} columns.", shown,
                           count_text(static_cast<int64_t>(importance.columns.size())));
  if (importance.left_out > 0)
    caption += fmt::format(" {}, to which networks give the least weight, were not tried.",
                           counted(importance.left_out, "more column"));
  return html_chart("importance", caption, "importance");
}

}  // namespace

std::string study_columns(const StudyView& view, Page& page) {
  if (!view.summary || !view.summary->table) return "";
  const Summary& summary = *view.summary;
  std::string text = fmt::format("<p><code>{}</code> is predicted, as a {}.</p>\n",
                                 html_text(summary.table->target), html_text(summary.table->task_reason));
  text += importance_html(summary, page) + all_columns(summary);
  return html_section("columns", "The columns, and what they are worth", text);
}

std::string study_use(const StudyView& view) {
  if (!view.summary || !view.summary->table || !view.summary->refit) return "";
  return html_section(
      "use", "Use the model",
      fmt::format("<p><code>model.gbho</code> is in the folder that <code>gbho tune … --out DIR</code> has "
                  "filled; of a kept "
                  "study <code>gbho resume {} --out DIR</code> writes it again. It predicts by itself, "
                  "without this table.</p>\n"
                  "<pre>{}</pre>\n",
                  html_text(view.record.overview.name), html_text(commands_text("model.gbho"))));
}

}  // namespace gbho::inline internal
