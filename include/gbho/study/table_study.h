#pragma once

#include <string>
#include <vector>

#include "gbho/study/study.h"

namespace gbho {

/// What a table needs to be said of it, to be tuned without a study file.
struct TableStudyOptions {
  std::string path;                      ///< a CSV file
  std::string target;                    ///< the column to predict, by name or number; the last when empty
  std::string task = "auto";             ///< auto | classification | regression
  std::string test;                      ///< a CSV file of the same columns, to score on; selects nothing
  std::string header = "auto";           ///< auto | yes | no
  std::string source = {};               ///< the column that says where a row comes from; none when empty
  std::vector<std::string> judges = {};  ///< of the sources, those whose rows the model is for
  std::string metric = "log_loss";       ///< log_loss | balanced_accuracy | f1
  bool select_columns = false;           ///< a penalty for each column, where that gains
};

/// The study that gbho makes for a table: folds, a network, its regularizers and how it is trained, by the
/// table's size. Throws DataError when the table cannot be used, ConfigError for overrides.
Study table_study(const TableStudyOptions& options, const std::vector<StudyOverride>& overrides = {});

/// The same as the text of a study file.
std::string table_study_text(const TableStudyOptions& options);

/// Whether a path that was given for a study is a table: CSV, TSV or TXT, also gzipped.
bool is_table_path(const std::string& path);

}  // namespace gbho
