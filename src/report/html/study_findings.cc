// What was found out about sources, columns and classes of a table.

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "report/html/html.h"
#include "report/html/study_view.h"
#include "report/text/finding_words.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

using Align = HtmlTable::Align;

std::string paragraphs(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += "<p>" + html_text(sentence) + "</p>\n";
  return text;
}

std::string fold_list(const std::vector<double>& folds) {
  std::string text;
  for (const double value : folds) text += fmt::format("{}{:.2f}", text.empty() ? "" : ", ", value);
  return text.empty() ? "-" : text;
}

std::string sources_html(const SourceRecord& record) {
  HtmlTable table({{html_text(record.column), Align::kText},
                   {"rows"},
                   {"weight ± standard error"},
                   {"fold by fold"},
                   {"gain without it"},
                   {"", Align::kText}});
  for (const SourceWeight& source : record.sources) {
    table.add_row({html_text(source.name), count_text(source.rows), weight_text(source.weight, source.error),
                   fold_list(source.folds), gain_text(source.left_out.gain, source.left_out.error),
                   source.harms    ? "<strong>harms</strong>"
                   : source.judged ? ""
                                   : "not judged"});
  }
  return html_section("sources", "Where the rows come from",
                      paragraphs(source_sentences(record)) + table.str());
}

std::string selection_html(const ColumnSelection& record) {
  HtmlTable table({{"column", Align::kText},
                   {"strength ± standard error"},
                   {"fold by fold"},
                   {"penalty, in shared ones"}});
  for (const ColumnStrength& column : record.columns) {
    table.add_row({html_text(column.name), weight_text(column.strength, column.error),
                   fold_list(column.folds),
                   std::isfinite(column.penalty) ? fmt::format("{:.3g}", column.penalty) : "left out"});
  }
  return html_section("selection", "Which columns matter",
                      paragraphs(column_sentences(record)) + table.str());
}

std::string decision_html(const DecisionRecord& record) {
  HtmlTable table({{"rule", Align::kText}, {"balanced accuracy"}, {"F1"}, {"log loss"}});
  for (const DecisionRule& rule : record.rules) {
    table.add_row(
        {html_text(rule_words(rule.name)), share_text(rule.balanced_accuracy, rule.balanced_accuracy_error),
         share_text(rule.f1, rule.f1_error), loss_text(rule.log_loss)},
        rule.name == record.chosen ? "best" : "");
  }
  for (const DecisionRule& rule : record.trained) {
    table.add_row({html_text(trained_words(rule.name)),
                   share_text(rule.balanced_accuracy, rule.balanced_accuracy_error),
                   share_text(rule.f1, rule.f1_error), loss_text(rule.log_loss)});
  }
  return html_section(
      "decision", "How a class is decided on",
      paragraphs(decision_sentences(record)) + table.str() +
          "<p class=\"quiet\">Each row is decided on by a rule that was tuned without its "
          "fold. F1 is the mean over the classes. Small bag: few models, each with the rule that is best "
          "for it; classes^−0.5: trained on rows that weigh by their class's frequency to that "
          "power.</p>\n");
}

}  // namespace

std::string study_findings(const StudyView& view) {
  if (!view.summary) return "";
  const Summary& summary = *view.summary;
  std::string text;
  if (summary.sources) text += sources_html(*summary.sources);
  if (summary.decision) text += decision_html(*summary.decision);
  if (summary.column_selection) text += selection_html(*summary.column_selection);
  return text;
}

}  // namespace gbho::inline internal
