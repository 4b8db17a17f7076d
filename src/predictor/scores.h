#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gbho/predictor/predictor.h"

namespace gbho::inline internal {

/// The rows of a table whose target is known, and the targets.
struct ScoredRows {
  std::vector<int64_t> rows;
  std::vector<int64_t> classes;  ///< of a classification
  std::vector<double> values;    ///< of a regression
  int64_t left_out = 0;          ///< rows whose target is missing
};

/// Throws DataError when the table has no target, none that is known, or one that cannot be: a class that the
/// model does not know, text instead of a number.
ScoredRows scored_rows(const Table& table, const TableSchema& schema);

PredictionScores score_predictions(const Predictions& predictions, const ScoredRows& rows);

/// Area under the ROC curve: how often a row of the positive class has the higher score, ties counting half.
/// NaN unless there are rows of both.
double area_under_curve(std::span<const double> scores, std::span<const int64_t> positive);

}  // namespace gbho::inline internal
