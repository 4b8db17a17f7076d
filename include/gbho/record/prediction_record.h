#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/record/number.h"

namespace gbho {

/// A score, and how far chance may have moved it.
struct ScoreEstimate {
  std::string name;           ///< accuracy | log_loss | auc, or rmse | r2 | mae
  double value = kNone;       ///< over all rows
  double error = kNone;       ///< standard error over the rows
  std::vector<double> folds;  ///< over the rows of each fold; empty where a part is held out
};

/// Rows of which about the same was said.
struct CalibrationBin {
  int64_t rows = 0;
  double said = kNone;      ///< their mean probability
  double happened = kNone;  ///< the share of them where it was so
  double error = kNone;     ///< of that share
};

/// One row of a regression, in the target's own units.
struct PredictedRow {
  int64_t row = 0;  ///< of the data, from 1
  double truth = kNone;
  double predicted = kNone;
};

/// What fold models say of rows that they have not seen, beside the truth.
struct PredictionRecord {
  std::string model;  ///< bag: bags that were chosen without the row's fold; consistent: λ*'s own
  int64_t rows = 0;
  std::vector<ScoreEstimate> scores;

  // Of a classification.
  std::vector<std::string> classes;
  std::vector<std::vector<int64_t>> confusion;  ///< rows by true and by predicted class; none of many classes
  std::string calibration_of;  ///< the class whose probability it is; "": the one that was predicted
  std::vector<CalibrationBin> calibration;
  double calibration_error = kNone;  ///< mean distance of what was said and what happened

  // Of a regression.
  double median_error = kNone;       ///< half of the rows are predicted better
  double large_error = kNone;        ///< nine rows in ten are
  std::vector<PredictedRow> sample;  ///< drawn from all rows
};

}  // namespace gbho
