#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clean/clean_images.h"
#include "clean/fold_models.h"
#include "gbho/clean/clean.h"
#include "gbho/study/study.h"
#include "gbho/table/schema.h"
#include "gbho/table/table.h"

namespace gbho::inline internal {

/// A table whose rows are to be judged.
struct JudgedTable {
  Table table;
  Table learned;       ///< the same, with targets that lie absurdly far out moved to where the others end
  TableSchema schema;  ///< without the column that says which rows are trusted
};

/// What is to be judged, ready for it: read, understood, and dealt to folds.
struct CleanInput {
  std::optional<JudgedTable> table;
  std::optional<LabelledImages> images;  ///< where there is no table
  Study study;                           ///< how networks are trained
  Task task = Task::kClassification;
  std::vector<std::string> class_names;     ///< of a classification
  std::vector<std::string> labels;          ///< [N], as they are written
  std::vector<size_t> classes;              ///< [N], of a classification
  std::vector<double> targets;              ///< [N], of a regression
  std::vector<bool> trusted;                ///< [N]
  std::vector<std::vector<int64_t>> dealt;  ///< the rows of every fold

  size_t rows() const { return labels.size(); }
  /// The file's name.
  std::string source() const;
  /// How many are set.
  static int64_t count(const std::vector<bool>& rows);

  /// All rows are judged, by models of those that are believed alone.
  Court court(const std::vector<bool>& believed, const std::string& phase) const;
};

/// Throws ConfigError and DataError.
CleanInput read_clean_input(const CleanOptions& options);

}  // namespace gbho::inline internal
