#include "report/html/contest_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/contest/contest_table.h"
#include "report/html/html.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

using Json = nlohmann::ordered_json;
using Align = HtmlTable::Align;

// Of quality, in which a method can be the best, or of cost.
std::vector<ContestColumn> columns_of(const std::vector<ContestRow>& rows, bool quality) {
  std::vector<ContestColumn> columns = contest_columns(rows);
  columns.erase(std::remove_if(columns.begin(), columns.end(),
                               [&](const ContestColumn& column) {
                                 return (column.best != ContestColumn::Best::kUnranked) != quality;
                               }),
                columns.end());
  return columns;
}

std::string columns_table(const std::vector<ContestRow>& rows, const std::vector<ContestColumn>& columns,
                          bool lambda) {
  std::vector<HtmlTable::Column> heading = {{"method", Align::kText}};
  for (const ContestColumn& column : columns) heading.push_back({html_text(column.heading)});
  if (lambda) heading.push_back({"mean λ*"});
  HtmlTable table(heading);
  for (size_t r = 0; r < rows.size(); ++r) {
    std::vector<std::string> cells = {html_text(rows[r].label)};
    for (const ContestColumn& column : columns) {
      const std::string text = html_text(statistic_text(rows[r].*column.statistic, column.kind));
      cells.push_back(is_best(rows, r, column) ? "<strong>" + text + "</strong>" : text);
    }
    if (lambda) cells.push_back(rows[r].lambda.empty() ? "-" : html_text(point_text(rows[r].lambda)));
    table.add_row(cells, rows[r].control ? "control" : "");
  }
  return table.str();
}

std::string differences_table(const std::vector<ContestRow>& rows) {
  HtmlTable table({{"method", Align::kText}, {"refit test loss"}, {"validation loss"}});
  for (size_t r = 1; r < rows.size(); ++r) {
    table.add_row({html_text(rows[r].label), html_text(difference_text(rows[r].refit_difference)),
                   html_text(difference_text(rows[r].validation_difference))},
                  rows[r].control ? "control" : "");
  }
  return table.str();
}

}  // namespace

std::string contest_tables(const std::vector<Contestant>& contestants) {
  const std::vector<ContestRow> rows = contest_table(contestants);
  if (rows.empty()) return "<p>No run was finished.</p>\n";
  std::string text = columns_table(rows, columns_of(rows, true), has_few_lambdas(rows));
  text +=
      "<p class=\"quiet\">Mean ± standard error over seeds; the best method of a column is bold. Joint "
      "weights have "
      "seen the validation data, consistent models have not; refit models are trained on both. Test data "
      "selected "
      "nothing. Controls, in grey, do not compete.";
  if (has_cleaning(rows)) text += " F1 is of finding the wrong labels, by a weight below one half.";
  text += "</p>\n";
  text += "<h3>Cost of a run, everything included</h3>\n";
  text += columns_table(rows, columns_of(rows, false), false);
  if (rows.size() > 1) {
    text += fmt::format("<h3>Difference from {}, seed by seed</h3>\n{}", html_text(rows.front().label),
                        differences_table(rows));
    text +=
        "<p class=\"quiet\">Below zero is better than the first. In brackets: 95 % confidence "
        "intervals.</p>\n";
  }
  return text;
}

std::string contest_dots(const std::vector<Contestant>& contestants, const std::string& prefix, Page& page) {
  const std::vector<ContestRow> table = contest_table(contestants);
  Json rows = Json::array();
  for (size_t r = 0; r < contestants.size(); ++r) {
    Json values = Json::array();
    Json seeds = Json::array();
    for (const Summary& run : contestants[r].runs) {
      if (!run.refit || !std::isfinite(run.refit->test_loss)) continue;
      values.push_back(chart_number(run.refit->test_loss));
      seeds.push_back(run.seed);
    }
    if (values.empty()) continue;
    rows.push_back({{"label", contestants[r].label},
                    {"control", contestants[r].control},
                    {"mean", chart_number(table[r].refit.mean)},
                    {"error", chart_number(table[r].refit.error)},
                    {"values", values},
                    {"seeds", seeds}});
  }
  if (rows.empty()) return "";
  page.charts[prefix + "dots"] = {
      {"kind", "dots"}, {"rows", rows}, {"x_title", "test loss of the refit model"}};
  return html_chart(
      prefix + "dots",
      "Small points are runs, one a seed; diamonds are means with their standard errors. Further left is "
      "better.",
      "rows");
}

}  // namespace gbho::inline internal
