// What `gbho clean` has found, as a page.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <vector>

#include "gbho/record/clean_summary.h"
#include "report/html/html.h"
#include "report/html/page.h"
#include "report/html/picture.h"
#include "report/html/report.h"
#include "report/text/numbers.h"

namespace gbho {
namespace {

using Json = nlohmann::ordered_json;
using Align = HtmlTable::Align;

constexpr size_t kMostClasses = 30;     // of the matrix; names of more cannot be read
constexpr size_t kMostClassRows = 100;  // of the table
constexpr size_t kMostCurvePoints = 400;
constexpr size_t kMostAgainst = 500;
constexpr size_t kLongestCell = 60;

std::string percent(double share) {
  return std::isnan(share) ? "-" : fmt::format("{:.0f} %", 100 * share);
}

std::string rounded(double count) {
  return std::isnan(count) ? "-" : count_text(std::llround(count));
}

// Of a cell or a label that may be a page of text; cut between two characters of UTF-8.
std::string short_text(const std::string& text) {
  if (text.size() <= kLongestCell) return html_text(text);
  size_t end = kLongestCell;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return html_text(text.substr(0, end)) + "…";
}

std::string key(const std::string& name, const std::string& value, const std::string& about) {
  return fmt::format("<div class=\"key\"><dt>{}</dt><dd>{}<small>{}</small></dd></div>\n", name, value,
                     about);
}

std::string clean_heading(const CleanSummary& summary) {
  std::string text =
      fmt::format("<header>\n<p class=\"eyebrow\">gbho clean: which labels are wrong</p>\n<h1>{}</h1>\n",
                  html_text(summary.table));
  text += fmt::format(
      "<p class=\"lead\">{} rows, each judged by {} models that have not been trained on it ({} folds, {} "
      "{}).</p>\n<p class=\"quiet\">{}</p>\n</header>\n",
      count_text(summary.rows), summary.models, summary.folds, summary.passes,
      summary.passes == 1 ? "pass" : "passes", html_text(summary.about));
  return text;
}

std::string clean_answer(const CleanSummary& summary) {
  const std::string what = summary.is_regression() ? "target" : "label";
  std::string text = "<dl class=\"keys\">\n";
  text += key("flagged", count_text(summary.flagged),
              fmt::format("rows whose {} is more likely wrong than right", what));
  text += key("of these are wrong", percent(summary.precision), "estimated");
  text += key("wrong in all", rounded(summary.wrong), fmt::format("{}s, estimated", what));
  text += key("of these are flagged", percent(summary.recall), "estimated");
  if (summary.trusted > 0) {
    text += key("trusted", count_text(summary.trusted),
                summary.trusted_share > 0
                    ? fmt::format("rows, never flagged; models of them alone have {} of the say",
                                  percent(summary.trusted_share))
                    : std::string("rows, never flagged"));
  }
  text += "</dl>\n";
  if (!summary.loss_rows.empty() && summary.flagged > 0) {
    text += fmt::format(
        "<p>{} of rows that are {}: <strong>{}</strong> by models that have learned from the flagged rows, "
        "too, "
        "<strong>{}</strong> by models that have not.</p>\n",
        summary.is_regression() ? "RMSE" : "Log loss", summary.loss_rows, number_text(summary.loss_first),
        number_text(summary.loss_last));
  }
  return text;
}

std::string clean_warnings(const CleanSummary& summary) {
  if (summary.warnings.empty()) return "";
  std::string text = "<section class=\"warnings\">\n<ul>\n";
  for (const std::string& warning : summary.warnings) text += "<li>" + html_text(warning) + "</li>\n";
  return text + "</ul>\n</section>\n";
}

using Verdicts = std::unordered_map<int64_t, const RowVerdict*>;

std::string images_html(const CleanSummary& summary, const Verdicts& verdicts) {
  std::string text = "<div class=\"pictures\">\n";
  for (const ShownRow& row : summary.shown) {
    const RowVerdict& own = *verdicts.at(row.row);
    const std::string says = own.flagged ? fmt::format("{}, not {}", own.suggested, own.label) : own.label;
    text += fmt::format(
        "<figure{}>{}<figcaption><strong>{}</strong><br>row {}<br>{:.3f}</figcaption></figure>\n",
        own.flagged ? "" : " class=\"control\"",
        html_picture(row.pixels, summary.image_height, summary.image_width, summary.image_channels, says),
        html_text(says), row.row, own.suspicion);
  }
  return text + "</div>\n<p class=\"quiet\">Suggested label, given label, row, suspicion.</p>\n";
}

std::string rows_html(const CleanSummary& summary, const Verdicts& verdicts) {
  std::vector<HtmlTable::Column> columns = {
      {"row", Align::kText}, {"label", Align::kText}, {"suggested", Align::kText}, {"suspicion"}};
  for (const std::string& name : summary.columns) columns.push_back({short_text(name), Align::kText});
  HtmlTable table(columns);
  for (const ShownRow& row : summary.shown) {
    const RowVerdict& own = *verdicts.at(row.row);
    std::vector<std::string> cells = {
        std::to_string(row.row), short_text(own.label),
        own.flagged ? "<strong>" + short_text(own.suggested) + "</strong>" : "-",
        fmt::format("{:.4f}", own.suspicion)};
    for (const std::string& cell : row.cells) cells.push_back(short_text(cell));
    table.add_row(cells, own.flagged ? "" : "control");
  }
  return table.str();
}

std::string suspects_section(const CleanSummary& summary) {
  if (summary.shown.empty()) return "";
  Verdicts verdicts;
  for (const RowVerdict& verdict : summary.verdicts) verdicts.emplace(verdict.row, &verdict);
  std::string text = fmt::format(
      "<p>The first {} of {}, the most suspicious first; row 1 is the first row of data. Gray ones are not "
      "flagged.</p>\n",
      summary.shown.size(), count_text(summary.rows));
  text += summary.shows_images() ? images_html(summary, verdicts) : rows_html(summary, verdicts);
  return html_section("suspects", "The most suspicious rows", text);
}

// Flagged rows by the label that they have and the one that is suggested.
std::string matrix_html(const CleanSummary& summary, Page& page) {
  if (summary.flagged == 0 || summary.classes.size() > kMostClasses) return "";
  std::vector<std::string> names;
  std::unordered_map<std::string, size_t> places;
  for (const ClassVerdict& own : summary.classes) {
    places.emplace(own.name, names.size());
    names.push_back(own.name);
  }
  std::vector<std::vector<int64_t>> counts(names.size(), std::vector<int64_t>(names.size(), 0));
  for (const RowVerdict& verdict : summary.verdicts) {
    if (!verdict.flagged) continue;
    const auto label = places.find(verdict.label);
    const auto suggested = places.find(verdict.suggested);
    if (label != places.end() && suggested != places.end()) ++counts[label->second][suggested->second];
  }
  page.charts["suggestions"] = {{"kind", "confusion"},    {"classes", names},   {"counts", counts},
                                {"x_title", "suggested"}, {"y_title", "label"}, {"verb", "should be"}};
  return html_chart(
      "suggestions",
      "Flagged rows by their label and by the label that is suggested. Two classes that exchange "
      "many rows may only be hard to tell apart.");
}

std::string classes_html(const CleanSummary& summary) {
  std::vector<ClassVerdict> classes = summary.classes;
  std::stable_sort(classes.begin(), classes.end(),
                   [](const ClassVerdict& a, const ClassVerdict& b) { return a.flagged > b.flagged; });
  HtmlTable table({{"label", Align::kText}, {"rows"}, {"flagged"}, {"wrong (est.)"}, {"belong here (est.)"}});
  for (size_t k = 0; k < std::min(classes.size(), kMostClassRows); ++k) {
    const ClassVerdict& own = classes[k];
    table.add_row({short_text(own.name), count_text(own.rows), count_text(own.flagged), rounded(own.wrong),
                   rounded(own.missed)});
  }
  std::string text = table.str();
  if (classes.size() > kMostClassRows) {
    text +=
        fmt::format("<p class=\"quiet\">The first {} of {} classes.</p>\n", kMostClassRows, classes.size());
  }
  return text;
}

std::string classes_section(const CleanSummary& summary, Page& page) {
  if (summary.classes.empty()) return "";
  return html_section("classes", "Label by label", matrix_html(summary, page) + classes_html(summary));
}

// Of a regression: the flagged targets beside what models say.
std::string values_section(const CleanSummary& summary, Page& page) {
  if (!summary.is_regression() || summary.flagged == 0) return "";
  std::vector<double> given;
  std::vector<double> suggested;
  Json rows = Json::array();
  for (const RowVerdict& verdict : summary.verdicts) {
    if (!verdict.flagged || given.size() == kMostAgainst) continue;
    given.push_back(std::strtod(verdict.label.c_str(), nullptr));
    suggested.push_back(std::strtod(verdict.suggested.c_str(), nullptr));
    rows.push_back(verdict.row);
  }
  page.charts["suggestions"] = {{"kind", "against"},
                                {"target", summary.target},
                                {"truth", chart_numbers(given)},
                                {"predicted", chart_numbers(suggested)},
                                {"x_title", "target as given"},
                                {"y_title", "suggested"},
                                {"rows", rows}};
  return html_section(
      "values", "Flagged targets",
      html_chart("suggestions",
                 fmt::format("Models miss a typical target by {}; what they miss by much more is "
                             "flagged. On the dotted line both agree.",
                             number_text(summary.typical_error)),
                 "tall"));
}

std::string curve_section(const CleanSummary& summary, Page& page) {
  std::vector<double> places;
  std::vector<double> suspicions;
  const auto judged = static_cast<size_t>(summary.rows - summary.trusted);
  const size_t step = std::max<size_t>(1, judged / kMostCurvePoints);
  for (size_t k = 0; k < std::min(judged, summary.verdicts.size()); k += step) {
    places.push_back(static_cast<double>(k + 1));
    suspicions.push_back(summary.verdicts[k].suspicion);
  }
  if (places.size() < 2) return "";
  page.charts["suspicion"] = {{"kind", "suspicion"},
                              {"x", chart_numbers(places)},
                              {"y", chart_numbers(suspicions)},
                              {"flagged", summary.flagged}};
  return html_section(
      "curve", "How sure it is",
      html_chart("suspicion",
                 "Suspicion of all rows, the most suspicious first. A steep fall means that right and wrong "
                 "are told apart clearly; a slope means doubt. The dotted line is where flags end."));
}

}  // namespace

std::string html_report(const CleanSummary& summary) {
  Page page;
  page.title = summary.table + ": gbho clean";
  page.body = clean_heading(summary) + clean_answer(summary) + clean_warnings(summary);
  page.body += suspects_section(summary);
  page.body += classes_section(summary, page) + values_section(summary, page) + curve_section(summary, page);
  return page_html(page);
}

}  // namespace gbho
