#include "predictor/scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/message.h"
#include "base/text.h"
#include "predictor/class_counts.h"

namespace gbho::inline internal {
namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

int64_t target_column(const Table& table, const TableSchema& schema) {
  const int64_t column = table.find(schema.target);
  if (column >= 0) return column;
  throw bad_file(table.source(), "", fmt::format("it has no column {} to compare with", shown(schema.target)),
                 "score a table that has the target, or use gbho predict");
}

DataError bad_target(const Table& table, const TableSchema& schema, int64_t row, int64_t column) {
  const std::string place = fmt::format("line {}, column {}", table.line(row), shown(schema.target));
  const std::string text = shown(table.text(row, column));
  if (schema.task == Task::kRegression) {
    return bad_file(table.source(), place, text + " is no number", "correct the cell or leave it empty");
  }
  constexpr size_t kMost = 12;
  std::vector<std::string> known(
      schema.class_names.begin(),
      schema.class_names.begin() + static_cast<int64_t>(std::min(kMost, schema.class_names.size())));
  if (known.size() < schema.class_names.size()) known.emplace_back("…");
  return bad_file(table.source(), place, text + " is no class of this model, which knows " + joined(known),
                  "leave the row out or its target empty, or tune with rows of that class");
}

// Of sorted scores, the rows of one value share the mean of their ranks (Mann and Whitney's U).
double rank_sum_of_positive(std::span<const double> scores, std::span<const int64_t> positive) {
  std::vector<size_t> order(scores.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return scores[a] < scores[b]; });
  double sum = 0;
  for (size_t first = 0; first < order.size();) {
    size_t last = first;
    double count = 0;
    while (last < order.size() && scores[order[last]] == scores[order[first]]) {
      count += static_cast<double>(positive[order[last++]]);
    }
    sum += count * (static_cast<double>(first + 1) + static_cast<double>(last)) / 2;
    first = last;
  }
  return sum;
}

void score_classes(const Predictions& predictions, const ScoredRows& rows, PredictionScores& scores) {
  const size_t classes = predictions.classes.size();
  double loss = 0;
  double right = 0;
  ClassCounts counts(classes);
  std::vector<double> second;
  if (classes == 2) second.reserve(rows.rows.size());
  for (size_t i = 0; i < rows.rows.size(); ++i) {
    const double* p = predictions.probabilities.data() + static_cast<size_t>(rows.rows[i]) * classes;
    const auto y = static_cast<size_t>(rows.classes[i]);
    loss -= std::log(std::max(p[y], std::numeric_limits<double>::min()));
    const int64_t decided = predictions.decided(rows.rows[i]);
    right += static_cast<size_t>(decided) == y ? 1 : 0;
    counts.add(rows.classes[i], decided);
    if (classes == 2) second.push_back(p[1]);
  }
  const auto count = static_cast<double>(rows.rows.size());
  scores.log_loss = loss / count;
  scores.accuracy = right / count;
  scores.balanced_accuracy = counts.balanced_accuracy();
  scores.f1 = counts.f1();
  if (classes == 2) scores.auc = area_under_curve(second, rows.classes);
}

void score_values(const Predictions& predictions, const ScoredRows& rows, PredictionScores& scores) {
  const auto count = static_cast<double>(rows.values.size());
  const double mean = std::accumulate(rows.values.begin(), rows.values.end(), 0.0) / count;
  double squares = 0;
  double distances = 0;
  double spread = 0;
  for (size_t i = 0; i < rows.values.size(); ++i) {
    const double error = predictions.values[static_cast<size_t>(rows.rows[i])] - rows.values[i];
    squares += error * error;
    distances += std::abs(error);
    spread += (rows.values[i] - mean) * (rows.values[i] - mean);
  }
  scores.rmse = std::sqrt(squares / count);
  scores.mae = distances / count;
  if (spread > 0) scores.r2 = 1 - squares / spread;
}

}  // namespace

ScoredRows scored_rows(const Table& table, const TableSchema& schema) {
  const int64_t column = target_column(table, schema);
  const bool classes = schema.task == Task::kClassification;
  const std::vector<int64_t> numbers = classes ? class_numbers(table, schema, true) : std::vector<int64_t>{};
  const std::vector<double> values = classes ? std::vector<double>{} : target_values(table, schema, true);
  ScoredRows scored;
  for (int64_t row = 0; row < table.rows(); ++row) {
    const auto i = static_cast<size_t>(row);
    if (table.missing(row, column)) {
      ++scored.left_out;
      continue;
    }
    if (classes ? numbers[i] < 0 : !std::isfinite(values[i])) throw bad_target(table, schema, row, column);
    scored.rows.push_back(row);
    if (classes) scored.classes.push_back(numbers[i]);
    if (!classes) scored.values.push_back(values[i]);
  }
  if (!scored.rows.empty()) return scored;
  throw bad_file(table.source(), "", fmt::format("no row has a value in column {}", shown(schema.target)),
                 "score a table whose target is known");
}

double area_under_curve(std::span<const double> scores, std::span<const int64_t> positive) {
  const auto ones = static_cast<double>(std::accumulate(positive.begin(), positive.end(), int64_t{0}));
  const double zeros = static_cast<double>(positive.size()) - ones;
  if (ones == 0 || zeros == 0) return kNotANumber;
  return (rank_sum_of_positive(scores, positive) - ones * (ones + 1) / 2) / (ones * zeros);
}

PredictionScores score_predictions(const Predictions& predictions, const ScoredRows& rows) {
  PredictionScores scores{static_cast<int64_t>(rows.rows.size()),
                          rows.left_out,
                          kNotANumber,
                          kNotANumber,
                          kNotANumber,
                          kNotANumber,
                          kNotANumber,
                          kNotANumber,
                          kNotANumber,
                          kNotANumber};
  if (predictions.task == Task::kClassification) {
    score_classes(predictions, rows, scores);
  } else {
    score_values(predictions, rows, scores);
  }
  return scores;
}

}  // namespace gbho::inline internal
