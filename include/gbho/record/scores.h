#pragma once

#include "gbho/record/number.h"

namespace gbho {

/// How good a model is, without the penalty; not a number where a part of the data is empty.
struct ModelScores {
  double train_loss =
      kNone;  ///< mean cross-entropy; regression: mean squared error of the standardized target
  double validation_loss = kNone;
  double test_loss = kNone;
  double train_accuracy = kNone;  ///< of a classification
  double validation_accuracy = kNone;
  double test_accuracy = kNone;

  double train_auc = kNone;  ///< of two classes
  double validation_auc = kNone;
  double test_auc = kNone;

  bool regression = false;    ///< it has RMSE and R² instead of accuracies
  double train_rmse = kNone;  ///< in the target's own units
  double validation_rmse = kNone;
  double test_rmse = kNone;
  double train_r2 = kNone;
  double validation_r2 = kNone;
  double test_r2 = kNone;
};

}  // namespace gbho
