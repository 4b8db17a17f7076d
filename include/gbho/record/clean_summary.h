#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/record/number.h"

namespace gbho {

/// What was found of one row's label.
struct RowVerdict {
  int64_t row = 0;        ///< 1: the first row of data
  std::string label;      ///< as the table has it
  std::string suggested;  ///< what it should be; the same as `label` where nothing speaks against that
  double suspicion = 0;   ///< the estimated probability that the label is wrong
  bool flagged = false;   ///< more likely wrong than right
  bool trusted = false;   ///< known to be right
  double order = 0;       ///< tells rows apart whose suspicion is the same; not written
};

/// What was found of one class, among the rows that are not trusted.
struct ClassVerdict {
  std::string name;
  int64_t rows = 0;     ///< with this label
  int64_t flagged = 0;  ///< of these
  double wrong = 0;     ///< estimated number of these labels that are wrong
  double missed = 0;    ///< estimated number of rows that should have this label and have another one
};

/// A row as the report shows it.
struct ShownRow {
  int64_t row = 0;
  std::vector<std::string> cells;  ///< of a table, in the order of CleanSummary::columns
  std::vector<uint8_t> pixels;     ///< of an image, [height, width, channels]
};

/// Everything that `gbho clean` finds out about a table, or about images.
struct CleanSummary {
  std::string table;    ///< the file's name
  std::string target;   ///< the column of labels; "" for images
  std::string task;     ///< classification | regression
  std::string about;    ///< what the columns were taken for
  std::string ranking;  ///< posterior | self_confidence | margin
  uint64_t seed = 0;
  int64_t rows = 0;
  int64_t trusted = 0;
  int64_t flagged = 0;
  double wrong = kNone;      ///< estimated number of wrong labels in the table; kNone: nothing can be said
  double precision = kNone;  ///< estimated share of the flagged labels that are wrong; kNone: none is flagged
  double recall = kNone;     ///< estimated share of the wrong labels that are flagged
  int64_t folds = 0;
  int64_t models = 0;  ///< candidates a pass
  int64_t passes = 0;
  double trusted_share = 0;      ///< weight of the models that were trained on trusted rows alone
  double typical_error = kNone;  ///< of a regression: robust deviation of its residuals
  std::string loss_rows;         ///< rows that the losses are of: "trusted", "not flagged", "" without losses
  double loss_first = kNone;     ///< log loss, or RMSE, of models that have learned from all other rows
  double loss_last = kNone;      ///< of models that have not learned from flagged rows
  std::vector<ClassVerdict> classes;
  std::vector<std::vector<double>> joint;  ///< [given][true]: estimated numbers of rows
  std::vector<RowVerdict> verdicts;        ///< the most suspicious first
  std::vector<std::string> columns;        ///< names, of what `shown` shows
  std::vector<ShownRow> shown;             ///< the most suspicious rows, for reports
  int64_t image_height = 0;                ///< 0: the rows are no images
  int64_t image_width = 0;
  int64_t image_channels = 0;
  std::vector<std::string> warnings;
  bool interrupted = false;
  double seconds = 0;
  std::string version;

  bool is_regression() const { return task == "regression"; }
  bool shows_images() const { return image_height > 0; }
};

}  // namespace gbho
