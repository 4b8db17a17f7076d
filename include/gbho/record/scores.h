#pragma once

#include "gbho/record/number.h"

namespace gbho {

/// Mean cross-entropy without the penalty, and accuracy; not a number where a part of the data is empty.
struct ModelScores {
  double train_loss = kNone;
  double validation_loss = kNone;
  double test_loss = kNone;
  double train_accuracy = kNone;
  double validation_accuracy = kNone;
  double test_accuracy = kNone;
};

}  // namespace gbho
