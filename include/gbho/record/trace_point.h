#pragma once

#include <cstdint>
#include <vector>

#include "gbho/record/number.h"
#include "gbho/record/scores.h"

namespace gbho {

/// How good the networks of a method that moves λ were on the way. Test scores are for the record: nothing is
/// chosen by them.
struct TracePoint {
  int64_t round = 0;             ///< counted from 0, those of the warm-up too
  int64_t sample_gradients = 0;  ///< that the run had cost by then
  double validation_loss = kNone;
  double selection_loss = kNone;
  double test_loss = kNone;
  double test_accuracy = kNone;
  std::vector<double> lambda;  ///< where models were trained for the record; else empty
  ModelScores consistent;
  ModelScores refit;
};

}  // namespace gbho
