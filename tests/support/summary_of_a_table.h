#pragma once

#include "support/summary_of_a_regression.h"

namespace gbho {

/// What a bare `gbho tune garden.csv` would leave, made by hand: three classes, four columns.
inline Summary summary_of_a_table() {
  Summary summary = summary_of_a_run();
  summary.task = "classification";
  summary.data = {"garden.csv", "abc", 120, 0, 0};
  summary.data.folds = 5;
  PredictionRecord seen;
  seen.model = "bag";
  seen.rows = 120;
  seen.scores = {{"accuracy", 0.9, 0.0275, {0.8, 0.9, 0.95, 0.9, 0.95}},
                 {"log_loss", 0.31, 0.041, {0.2, 0.3}}};
  seen.classes = {"oak", "<pine>", "ash"};
  seen.confusion = {{40, 2, 0}, {3, 37, 1}, {4, 2, 31}};
  seen.calibration = {{60, 0.7, 0.75, 0.05}, {60, 0.95, 0.97, 0.03}};
  seen.calibration_error = 0.035;
  summary.out_of_fold = seen;
  summary.importance = ImportanceRecord{
      "bag", "log_loss", 0.3, 120, 5, {{"height", 0.8, 0.06}, {"<leaf>", 0.1, 0.02}, {"soil", -0.002, 0.004}},
      0};
  summary.table =
      TableRecord{"kind",
                  "classification: 'kind' holds text, 3 different (--task regression is for numbers)",
                  4,
                  {{"height", "number", 0, 110, 1, ""},
                   {"<leaf>", "category", 0, 5, 5, ""},
                   {"soil", "number", 7, 90, 2, "7 missing cells: the median; '$1' is read as 1"},
                   {"tag", "identifier", 0, 120, 0, "left out: a different text in every row"}}};
  return summary;
}

/// The same for a number.
inline Summary summary_of_a_table_of_numbers() {
  Summary summary = summary_of_a_regression();
  summary.data.folds = 5;
  PredictionRecord seen;
  seen.model = "bag";
  seen.rows = 3;
  seen.scores = {{"rmse", 3.68, 0.21, {}}, {"r2", 0.83, 0.02, {}}};
  seen.median_error = 1.9;
  seen.large_error = 6.25;
  seen.sample = {{1, 20, 21.5}, {2, 31, 28}, {7, 12, 13}};
  summary.out_of_fold = seen;
  summary.importance =
      ImportanceRecord{"bag", "rmse", 3.6, 3, 5, {{"rooms", 12.391, 1.2}, {"age", 0.41, 0.3}}, 40};
  summary.table = TableRecord{"price",
                              "regression: 'price' has fractions",
                              2,
                              {{"rooms", "number", 0, 9, 1, ""}, {"age", "number", 0, 9, 1, ""}}};
  return summary;
}

}  // namespace gbho
