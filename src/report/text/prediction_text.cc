#include "report/text/prediction_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/printable.h"
#include "gbho/record/summary.h"
#include "report/text/fitted_table.h"
#include "report/text/numbers.h"
#include "report/text/score_words.h"

namespace gbho::inline internal {
namespace {

using Align = TextTable::Align;

// Counts of more classes do not fit; the worst pairs are told then.
constexpr size_t kMostClassesCounted = 8;
constexpr size_t kMostPairsTold = 3;
constexpr size_t kClassWidth = 12;

std::string scores_table(const PredictionRecord& record, const TextStyle& style, size_t width) {
  FittedTable table(
      {{"score", Align::kLeft, 0}, {"estimate", Align::kRight, 0}, {"fold by fold", Align::kLeft, 1}});
  for (const ScoreEstimate& score : record.scores) {
    if (std::isfinite(score.value))
      table.add_row({score_name(score.name), estimate_text(score), fold_range(score)});
  }
  return table.str(style, 2, width);
}

std::string class_name(const PredictionRecord& record, size_t index) {
  return shortened(printable(record.classes[index]), kClassWidth);
}

std::string confusion_table(const PredictionRecord& record, const TextStyle& style, size_t width) {
  std::vector<FittedColumn> columns = {{"true class", Align::kLeft, 0, 6}};
  size_t needed = 2 + kClassWidth;
  for (size_t c = 0; c < record.classes.size(); ++c) {
    columns.push_back({class_name(record, c), Align::kRight, 0});
    needed += 2 + std::max<size_t>(text_width(columns.back().heading), 6);
  }
  if (needed > width) return "";
  FittedTable table(std::move(columns));
  for (size_t is = 0; is < record.classes.size(); ++is) {
    std::vector<std::string> cells = {class_name(record, is)};
    for (const int64_t count : record.confusion[is]) cells.push_back(count_text(count));
    table.add_row(std::move(cells));
  }
  return "  predicted class, in columns:\n" + table.str(style, 2, width);
}

struct Pair {
  size_t is = 0;
  size_t said = 0;
  int64_t count = 0;
};

std::string worst_pairs(const PredictionRecord& record, size_t width) {
  std::vector<Pair> pairs;
  for (size_t is = 0; is < record.confusion.size(); ++is) {
    for (size_t said = 0; said < record.confusion[is].size(); ++said) {
      if (is != said && record.confusion[is][said] > 0)
        pairs.push_back({is, said, record.confusion[is][said]});
    }
  }
  if (pairs.empty()) return "";
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.count > b.count; });
  if (pairs.size() > kMostPairsTold) pairs.resize(kMostPairsTold);
  std::string text;
  for (const Pair& pair : pairs) {
    int64_t rows = 0;
    for (const int64_t count : record.confusion[pair.is]) rows += count;
    text += fmt::format("{}{} of {} {} are taken for {}", text.empty() ? "Most confused: " : "; ",
                        count_text(pair.count), count_text(rows), class_name(record, pair.is),
                        class_name(record, pair.said));
  }
  return "  " + wrapped(text + ".", 2, width) + "\n";
}

std::string confusions(const PredictionRecord& record, const TextStyle& style, size_t width) {
  if (record.confusion.empty()) return "";
  const std::string counts =
      record.classes.size() <= kMostClassesCounted ? confusion_table(record, style, width) : "";
  return counts.empty() ? worst_pairs(record, width) : counts;
}

std::string calibration(const PredictionRecord& record, size_t width) {
  if (!std::isfinite(record.calibration_error)) return "";
  return "  " +
         wrapped(
             fmt::format("Predicted probabilities are off by {:.1f} points on average ({} group{} of rows).",
                         100 * record.calibration_error, record.calibration.size(),
                         record.calibration.size() == 1 ? "" : "s"),
             2, width) +
         "\n";
}

std::string error_words(const Summary& summary, size_t width) {
  const PredictionRecord& record = *summary.out_of_fold;
  if (!std::isfinite(record.median_error)) return "";
  const std::string target =
      summary.data.target.empty() ? "The target" : "'" + printable(summary.data.target) + "'";
  return "  " +
         wrapped(
             fmt::format("{} is predicted to within {} for half of the rows, to within {} for nine in ten.",
                         target, number_text(record.median_error), number_text(record.large_error)),
             2, width) +
         "\n";
}

}  // namespace

std::string predictions_text(const Summary& summary, const TextStyle& style, size_t width) {
  if (!summary.out_of_fold) return "";
  const PredictionRecord& record = *summary.out_of_fold;
  std::string text = bold("How good it is on unseen rows", style) + "\n";
  text += "  " + wrapped(unseen_words(summary) + "; ± is one standard error.", 2, width) + "\n";
  text += scores_table(record, style, width);
  return text + confusions(record, style, width) + calibration(record, width) + error_words(summary, width);
}

}  // namespace gbho::inline internal
