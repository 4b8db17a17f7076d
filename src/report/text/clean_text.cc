#include "report/text/clean_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/printable.h"
#include "gbho/record/clean_summary.h"
#include "report/text/fitted_table.h"
#include "report/text/numbers.h"

namespace gbho::inline internal {
namespace {

using Column = TextTable::Align;

constexpr size_t kSuspectsShown = 10;
constexpr size_t kClassesShown = 20;

std::string rounded(double count) {
  return count_text(std::llround(count));
}

std::string whole_percent(double share) {
  return fmt::format("{:.0f} %", 100 * share);
}

std::string counted(int64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count_text(count), count == 1 ? one : many);
}

std::string clean_heading(const CleanSummary& summary, const TextStyle& style, size_t width) {
  const std::string models =
      fmt::format("{}: each judged by {} models that have not been trained on it ({} folds, {})",
                  counted(summary.rows, "row", "rows"), summary.models, summary.folds,
                  counted(summary.passes, "pass", "passes"));
  std::string text = bold(printable(summary.table), style) +
                     fmt::format("  seed {}, gbho {}\n", summary.seed, summary.version);
  text += wrapped(models, 2, width) + "\n";
  return text + wrapped(printable(summary.about), 2, width) + "\n\n";
}

std::string verdict_sentence(const CleanSummary& summary) {
  const char* what = summary.is_regression() ? "target" : "label";
  if (std::isnan(summary.wrong)) return "No row is flagged: nothing can be said of the labels.";
  if (summary.flagged == 0) {
    return fmt::format("No {} is more likely wrong than right. An estimated {} of {} are wrong all the same.",
                       what, rounded(summary.wrong), count_text(summary.rows));
  }
  return fmt::format(
      "{} of {} rows flagged: their {} is more likely wrong than right. An estimated {} of the flagged {}s "
      "are "
      "wrong; they would be {} of all wrong ones (about {}).",
      count_text(summary.flagged), count_text(summary.rows), what, whole_percent(summary.precision), what,
      whole_percent(summary.recall), rounded(summary.wrong));
}

std::string trusted_sentence(const CleanSummary& summary) {
  if (summary.trusted == 0) return "";
  std::string text =
      fmt::format("{} trusted, and never flagged.", counted(summary.trusted, "row is", "rows are"));
  if (summary.trusted_share > 0) {
    text += fmt::format(" Models of trusted rows alone have {} of the say.",
                        whole_percent(summary.trusted_share));
  }
  return text;
}

std::string error_sentence(const CleanSummary& summary) {
  if (!summary.is_regression()) return "";
  return fmt::format("Models miss a typical target by {}; what they miss by much more is flagged.",
                     number_text(summary.typical_error));
}

// Of the same rows, which no model has seen.
std::string losses_sentence(const CleanSummary& summary) {
  if (summary.loss_rows.empty() || summary.flagged == 0) return "";
  return fmt::format(
      "{} of rows that are {}: {} by models that have learned from the flagged rows, too, {} by "
      "models that have not.",
      summary.is_regression() ? "RMSE" : "Log loss", summary.loss_rows, number_text(summary.loss_first),
      number_text(summary.loss_last));
}

std::string class_table(const CleanSummary& summary, const TextStyle& style, size_t width) {
  if (summary.classes.empty()) return "";
  std::vector<ClassVerdict> classes = summary.classes;
  std::stable_sort(classes.begin(), classes.end(),
                   [](const ClassVerdict& a, const ClassVerdict& b) { return a.flagged > b.flagged; });
  FittedTable table({{"label", Column::kLeft, 0, 8},
                     {"rows", Column::kRight, 0},
                     {"flagged", Column::kRight, 0},
                     {"wrong (est.)", Column::kRight, 1},
                     {"belong here (est.)", Column::kRight, 2}});
  for (size_t k = 0; k < std::min(classes.size(), kClassesShown); ++k) {
    const ClassVerdict& own = classes[k];
    table.add_row(
        {own.name, count_text(own.rows), count_text(own.flagged), rounded(own.wrong), rounded(own.missed)});
  }
  std::string text = "\n" + table.str(style, 2, width);
  if (classes.size() > kClassesShown)
    text += fmt::format("  … and {} more classes\n", classes.size() - kClassesShown);
  return text;
}

std::string suspect_table(const CleanSummary& summary, const TextStyle& style, size_t width) {
  if (summary.verdicts.empty() || summary.flagged == 0) return "";
  FittedTable table({{"row", Column::kLeft, 0},
                     {"label", Column::kLeft, 0, 8},
                     {"suggested", Column::kLeft, 0, 8},
                     {"suspicion", Column::kRight, 0}});
  size_t shown = 0;
  for (const RowVerdict& verdict : summary.verdicts) {
    if (!verdict.flagged || shown == kSuspectsShown) continue;
    ++shown;
    table.add_row({std::to_string(verdict.row), printable(verdict.label), printable(verdict.suggested),
                   fmt::format("{:.4f}", verdict.suspicion)});
  }
  return "\n" + bold("Most suspicious", style) + " (1 is the first row of data)\n" +
         table.str(style, 2, width);
}

}  // namespace

std::string clean_text(const CleanSummary& summary, const TextStyle& style, size_t width) {
  std::string text = clean_heading(summary, style, width);
  for (const std::string& sentence : {verdict_sentence(summary), trusted_sentence(summary),
                                      error_sentence(summary), losses_sentence(summary)}) {
    if (!sentence.empty()) text += wrapped(sentence, 0, width) + "\n";
  }
  text += class_table(summary, style, width) + suspect_table(summary, style, width);
  for (const std::string& warning : summary.warnings)
    text += "\n" + wrapped("warning: " + printable(warning), 2, width) + "\n";
  return text + fmt::format("\n{}\n", time_text(summary.seconds));
}

}  // namespace gbho::inline internal
