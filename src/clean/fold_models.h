#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "data/table_folds.h"
#include "gbho/run/callback.h"
#include "gbho/study/study.h"

namespace gbho::inline internal {

/// What the models that judge rows may learn from.
struct Court {
  std::function<FoldedData(const std::vector<TableFold>&)> data;  ///< what the folds become
  std::vector<TableFold> folds;                                   ///< every row is validated on once
  std::vector<bool> believed;  ///< [N]: rows whose labels choose among the models
  std::string phase;           ///< what progress calls the training of its networks
};

/// What models say of every row of the table that they have not been trained on.
struct OutOfFold {
  std::vector<double> said;  ///< [N, outputs]: probabilities of classes, or the value in the target's units
  int64_t outputs = 0;
  double loss = 0;     ///< mean over the believed rows
  int64_t models = 0;  ///< candidates that were trained, each once a fold
  bool interrupted = false;

  const double* row(int64_t i) const { return said.data() + i * outputs; }
};

/// Trains networks and linear models on every fold, and asks a bag of the best, which is chosen for each fold
/// by the others (Caruana et al., 2004). `study` says how networks are trained and what is searched.
OutOfFold ask_fold_models(const Court& court, const Study& study, const Callback& callback);

}  // namespace gbho::inline internal
