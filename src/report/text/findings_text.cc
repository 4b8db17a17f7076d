#include "report/text/findings_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/printable.h"
#include "gbho/record/summary.h"
#include "report/text/finding_words.h"
#include "report/text/fitted_table.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

using Align = TextTable::Align;

constexpr size_t kMostStrengthsShown = 12;
constexpr size_t kFindingNameWidth = 24;

std::string sentences_text(const std::vector<std::string>& sentences, size_t width) {
  std::string text;
  for (const std::string& sentence : sentences) text += "  " + wrapped(sentence, 2, width) + "\n";
  return text;
}

std::string fold_numbers(const std::vector<double>& folds) {
  if (folds.size() < 2) return "";
  const auto [least, most] = std::minmax_element(folds.begin(), folds.end());
  return fmt::format("{:.2f} to {:.2f}", *least, *most);
}

}  // namespace

std::string sources_text(const Summary& summary, const TextStyle& style, size_t width) {
  if (!summary.sources) return "";
  const SourceRecord& record = *summary.sources;
  std::string text = bold("Where the rows come from", style) + "\n";
  text += sentences_text(source_sentences(record), width);
  FittedTable table({{printable(record.column), Align::kLeft, 0, 8},
                     {"rows", Align::kRight, 1},
                     {"weight", Align::kRight, 0},
                     {"fold by fold", Align::kLeft, 3},
                     {"without it", Align::kRight, 2},
                     {"", Align::kLeft, 0}});
  for (const SourceWeight& source : record.sources) {
    table.add_row({shortened(printable(source.name), kFindingNameWidth), count_text(source.rows),
                   weight_text(source.weight, source.error), fold_numbers(source.folds),
                   gain_text(source.left_out.gain, source.left_out.error),
                   source.harms            ? "harms"
                   : source.judged         ? ""
                   : record.judges.empty() ? "too few rows to tell"
                                           : "judge, or few rows"});
  }
  return text + table.str(style, 2, width);
}

std::string column_selection_text(const Summary& summary, const TextStyle& style, size_t width) {
  if (!summary.column_selection) return "";
  const ColumnSelection& record = *summary.column_selection;
  std::string text = bold("Which columns matter", style) + "\n";
  text += sentences_text(column_sentences(record), width);
  FittedTable table({{"column", Align::kLeft, 0, 8},
                     {"strength", Align::kRight, 0},
                     {"fold by fold", Align::kLeft, 2},
                     {"penalty", Align::kRight, 1}});
  const size_t shown = std::min(record.columns.size(), kMostStrengthsShown);
  for (size_t c = 0; c < shown; ++c) {
    const ColumnStrength& column = record.columns[c];
    table.add_row({shortened(printable(column.name), kFindingNameWidth),
                   weight_text(column.strength, column.error), fold_numbers(column.folds),
                   std::isfinite(column.penalty) ? fmt::format("× {:.3g}", column.penalty) : "left out"});
  }
  text += table.str(style, 2, width);
  if (static_cast<int64_t>(shown) < record.column_count) {
    text += fmt::format("  {} columns more in the report and in the summary.\n",
                        count_text(record.column_count - static_cast<int64_t>(shown)));
  }
  return text;
}

std::string decision_text(const Summary& summary, const TextStyle& style, size_t width) {
  if (!summary.decision) return "";
  const DecisionRecord& record = *summary.decision;
  std::string text = bold("How a class is decided on", style) + "\n";
  text += sentences_text(decision_sentences(record), width);
  FittedTable table({{"rule", Align::kLeft, 0, 8},
                     {"balanced accuracy", Align::kRight, 0},
                     {"F1", Align::kRight, 0},
                     {"log loss", Align::kRight, 1}});
  for (const DecisionRule& rule : record.rules) {
    table.add_row({(rule.name == record.chosen ? "→ " : "  ") + rule_words(rule.name),
                   share_text(rule.balanced_accuracy, rule.balanced_accuracy_error),
                   share_text(rule.f1, rule.f1_error), loss_text(rule.log_loss)});
  }
  for (const DecisionRule& rule : record.trained) {
    table.add_row({"  " + trained_words(rule.name),
                   share_text(rule.balanced_accuracy, rule.balanced_accuracy_error),
                   share_text(rule.f1, rule.f1_error), loss_text(rule.log_loss)});
  }
  return text + table.str(style, 2, width) +
         sentences_text(
             {"Each row is decided on by a rule that was tuned without its fold. F1 is the mean "
              "over the classes. Small bag: few models, each with the rule that is best for it; "
              "classes^−0.5: trained on rows that weigh by their class's frequency to that power."},
             width);
}

}  // namespace gbho::inline internal
