#pragma once

#include <cstdint>
#include <string>

#include "gbho/record/clean_summary.h"
#include "gbho/record/runtime.h"
#include "gbho/run/callback.h"
#include "gbho/table/table.h"

namespace gbho {

/// What there is to say of a table, or of images, whose labels are to be checked.
struct CleanOptions {
  /// A CSV file; or images: IDX, NPY, CIFAR-10's binary format, or a data set that gbho knows by name.
  std::string path;
  std::string labels;          ///< of IDX and NPY: the file of labels
  std::string part = "train";  ///< of a data set that gbho knows: train | validation | test
  std::string target;          ///< of a table: the column of labels, by name or number; the last when empty
  std::string task = "auto";   ///< auto | classification | regression
  /// Which labels are known to be right: a column of the table that says so, or a file of row numbers; "":
  /// none is.
  std::string trusted;
  int64_t seed = 0;
  int64_t folds = 5;     ///< models are trained on all of these but the one that they judge
  int64_t networks = 0;  ///< candidates, beside linear models; 0: 8 for a table, 4 for images
  int64_t passes = 2;    ///< the second trains again, without the rows that the first has flagged
  /// What makes a label suspicious. posterior: the probability that it is wrong, by what models say and by
  /// how often each class gets which wrong label; self_confidence: what models say of it; margin: by how much
  /// they believe another label more.
  std::string ranking = "posterior";
  Runtime runtime = {};
};

/// Finds rows whose labels are probably wrong, by models that have not been trained on them. The same seed
/// gives the same verdicts, however many threads. Throws ConfigError and DataError before anything is
/// trained. The callback may leave the run: then `interrupted` is set, and there are no verdicts.
CleanSummary clean_table(const CleanOptions& options, const Callback& callback = {});

/// Whether a path that was given to `gbho clean` is one of images: by its name, or a known data set.
bool is_image_path(const std::string& path);

/// What is done with flagged rows.
enum class CleanAction { kDrop, kRelabel };

/// The table as CSV, without the flagged rows or with the labels that are suggested for them. Other cells
/// keep their text, and the separator is a semicolon where numbers may have decimal commas. One column may be
/// left out, by its name.
std::string cleaned_csv(const Table& table, const CleanSummary& summary, CleanAction action,
                        const std::string& without = "");

}  // namespace gbho
