#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/record/number.h"

namespace gbho {

/// A column of a table: what it was taken for, and what became of it.
struct TableColumn {
  std::string name;
  std::string kind;      ///< number | yes/no | category | date | constant | identifier
  int64_t missing = 0;   ///< cells
  int64_t distinct = 0;  ///< values
  int64_t inputs = 0;    ///< numbers that a network reads of it; 0: it is left out
  std::string note;  ///< what else was done to it, or why it is left out; "" where there is nothing to say
};

/// What a table was taken for.
struct TableRecord {
  std::string target;
  std::string task_reason;  ///< one sentence, with the option that overrides it
  int64_t column_count = 0;
  std::vector<TableColumn> columns;  ///< in the table's order, without the target; the first thousand
};

/// What the predictions for unseen rows lose when the cells of a column are shuffled among them.
struct ColumnImportance {
  std::string name;
  double rise = kNone;   ///< of the measure; at or below 0: nothing is lost
  double error = kNone;  ///< standard error over the rows
};

struct ImportanceRecord {
  std::string model;        ///< whose networks: bag | consistent
  std::string measure;      ///< log_loss | rmse, in the target's own units
  double measured = kNone;  ///< with nothing shuffled, on the same rows
  int64_t rows = 0;
  int64_t permutations = 0;               ///< of each column
  std::vector<ColumnImportance> columns;  ///< the greatest first
  int64_t left_out = 0;                   ///< columns that networks read, beyond those that were tried
};

}  // namespace gbho
