#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "clean/fold_models.h"
#include "gbho/clean/clean.h"
#include "gbho/study/study.h"
#include "gbho/table/schema.h"
#include "gbho/table/table.h"

namespace gbho::inline internal {

/// A table that is ready to be judged: read, understood, and dealt to folds.
struct CleanInput {
  Table table;
  TableSchema schema;                       ///< without the column that says which rows are trusted
  Study study;                              ///< how networks are trained
  std::vector<size_t> classes;              ///< [N], of a classification
  std::vector<double> targets;              ///< [N], of a regression
  std::vector<bool> trusted;                ///< [N]
  std::vector<std::vector<int64_t>> dealt;  ///< the rows of every fold

  size_t rows() const { return trusted.size(); }
  /// How many are set.
  static int64_t count(const std::vector<bool>& rows);

  /// All rows are judged, by models of those that are believed alone.
  Court court(const std::vector<bool>& believed, const std::string& phase) const;
};

/// Throws ConfigError and DataError.
CleanInput read_clean_input(const CleanOptions& options);

}  // namespace gbho::inline internal
