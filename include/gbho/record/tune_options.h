#pragma once

#include <cstdint>
#include <string>

#include "gbho/record/budget.h"
#include "gbho/record/lower_options.h"
#include "gbho/record/runtime.h"

namespace gbho {

/// The [refit] table of a study file.
struct RefitOptions {
  /// The penalty is fitted to n_train examples; on n_train + n_validation of them it may be scaled by the
  /// ratio.
  bool scale_penalty = false;
  bool keep_steps = false;  ///< as many steps as the candidates took, hence fewer epochs
  int64_t networks = 1;     ///< with folds: from so many initial weights, and their predictions averaged
};

/// The [bag] table of a study file: with folds, the average of the best candidates' fold models.
struct BagOptions {
  int64_t candidates = 32;  ///< the best so many are chosen from; 0: no bag
  int64_t members = 24;     ///< of them and the models beside them at most so many have a share
  double spread = 3;        ///< so many examples hold the shares back towards equal ones
  int64_t binned = 16;      ///< of tables: networks whose numbers are cut into parts, beside the candidates
  int64_t bins = 8;         ///< so many parts
};

/// How a run goes about it, whatever the method.
struct TuneOptions {
  LowerOptions lower;
  Runtime runtime;
  RefitOptions refit;
  BagOptions bag;
  Budget budget;
  uint64_t seed = 0;
  std::string metric = "log_loss";  ///< what classes are decided for: log_loss | balanced_accuracy | f1
};

}  // namespace gbho
