#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gbho {

/// One part that the user has split already: `x`/`y` files (IDX, NPY), or one CSV in `x` with a label column,
/// or the name of a known data set whose own part of that kind is taken (test = "mnist").
struct PartSource {
  std::string x;
  std::string y;
  std::string name;
  bool given() const { return !x.empty() || !name.empty(); }
};

/// The [data] table of a study file.
struct DataOptions {
  std::string name = "mnist-1k";  ///< a known data set; empty when path or parts are given
  std::string path;               ///< a CSV file, or the x of an NPY or IDX pair (labels in `labels`)
  std::string labels;             ///< the y file of `path`, for NPY and IDX
  std::string label_column;       ///< CSV: name or 0-based index; default: the last column
  std::string header = "auto";    ///< CSV: auto | yes | no
  PartSource train;
  PartSource validation;
  PartSource test;
  PartSource selection;
  std::optional<int64_t> size;             ///< examples drawn with the seed; all when absent
  std::vector<double> split = {0.6, 0.4};  ///< train, validation[, selection[, test]]; selection may be 0
  bool stratified = false;                 ///< keep the share of each label in every part
  std::vector<double> block_noise;         ///< deviations of the noise on equal blocks of inputs; empty: none
  std::vector<double> input_noise;   ///< [share, deviation]: noise on that share of the inputs; empty: none
  std::vector<double> label_noise;   ///< share of wrong training labels, one for each equal source
  std::string standardize = "none";  ///< none | center | standard; fitted on the training part only
  /// Cross-validation: F is the mean over so many folds. 0: none; 1: a fifth is held out; −1: 5 folds below
  /// 5,000 rows, a held-out part above. A CSV file with folds is a table: its columns find their type.
  int64_t folds = 0;
  std::string target;         ///< of a table: the column to predict, by name or number; the last when empty
  std::string task = "auto";  ///< of a table: auto | classification | regression
  std::vector<std::string>
      categories;                   ///< of a table: columns that are such, though their cells may be numbers
  std::string source;               ///< of a table: the column that says where a row comes from; not an input
  std::vector<std::string> judges;  ///< with source: whose rows weights are for; empty: each others'
  std::string metric = "log_loss";  ///< of a classification: log_loss | balanced_accuracy | f1
  bool select_columns = false;      ///< of a table: a penalty for each column instead of a shared one
  std::string base_dir;             ///< relative paths are taken from here (the study file's folder)

  /// A CSV file whose columns find their type.
  bool is_table() const;
  bool is_folded() const { return folds != 0 || is_table(); }
};

}  // namespace gbho
