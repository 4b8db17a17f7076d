#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gbho/data/dataset.h"
#include "gbho/record/data_options.h"
#include "gbho/table/preprocessor.h"
#include "gbho/table/schema.h"

namespace gbho {

/// What a table's columns were taken for, and what turns its rows into inputs.
struct TableData {
  TableSchema schema;
  std::vector<Preprocessor> folds;   ///< each fitted on the training part of its fold alone
  Preprocessor whole;                ///< fitted on all rows
  std::vector<Preprocessor> binned;  ///< as folds, of FoldedData::binned; empty without it
  std::vector<std::string> sources;  ///< with data.source: their names, sorted
  std::vector<int64_t> row_sources;  ///< which of them each row of the table is from
};

/// Data for cross-validation, or with one fold a part that is held out: a data set for each fold, whose
/// training and validation parts are its own and whose test part is the same, and all of it.
struct FoldedData {
  std::vector<Dataset> folds;
  Dataset whole;                           ///< all rows to train on; its validation part is empty
  std::vector<std::vector<int64_t>> rows;  ///< which row of the data each validation example is
  std::optional<TableData> table;
  /// The same rows of a table, whose numbers have parts too (PreprocessorOptions::bins). Null where nobody
  /// asked for them, or no number has any.
  std::shared_ptr<const FoldedData> binned = nullptr;
};

/// Rows of a table above which a part is held out instead of folds, when the options leave it open.
constexpr int64_t kMostRowsForFolds = 5000;

/// How many folds: `asked`, or for −1 by the number of rows.
int64_t fold_count(int64_t asked, int64_t rows);

/// The rows 0, …, labels.size()−1 dealt to K folds in random order, every label (−1: none) in equal shares;
/// for one fold, a fifth of them. Each is the fold's validation part, ascending.
std::vector<std::vector<int64_t>> deal_folds(const std::vector<int64_t>& labels, int64_t folds,
                                             uint64_t seed);

/// Reads data whose options ask for folds; of tables also with so many parts of numbers. Throws ConfigError
/// and DataError as load_dataset does.
FoldedData load_folds(const DataOptions& options, uint64_t seed, int64_t bins = 0);

}  // namespace gbho
