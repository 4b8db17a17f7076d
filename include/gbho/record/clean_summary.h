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

/// Everything that `gbho clean` finds out about a table.
struct CleanSummary {
  std::string table;    ///< the file's name
  std::string target;   ///< the column of labels
  std::string task;     ///< classification | regression
  std::string about;    ///< what the columns were taken for
  std::string ranking;  ///< posterior | self_confidence | margin
  uint64_t seed = 0;
  int64_t rows = 0;
  int64_t trusted = 0;
  int64_t flagged = 0;
  double wrong = kNone;      ///< estimated number of wrong labels in the table
  double precision = kNone;  ///< estimated share of the flagged labels that are wrong; kNone: none is flagged
  double recall = kNone;     ///< estimated share of the wrong labels that are flagged
  int64_t folds = 0;
  int64_t models = 0;  ///< candidates a pass
  int64_t passes = 0;
  double trusted_share = 0;      ///< weight of the models that were trained on trusted rows alone
  double typical_error = kNone;  ///< of a regression: robust deviation of its residuals
  std::vector<ClassVerdict> classes;
  std::vector<std::vector<double>> joint;  ///< [given][true]: estimated numbers of rows
  std::vector<RowVerdict> verdicts;        ///< the most suspicious first
  std::vector<std::string> warnings;
  bool interrupted = false;
  double seconds = 0;
  std::string version;

  bool is_regression() const { return task == "regression"; }
};

}  // namespace gbho
