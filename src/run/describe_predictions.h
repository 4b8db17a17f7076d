#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

#include "gbho/record/prediction_record.h"
#include "gbho/run/context.h"
#include "gbho/run/result.h"
#include "run/out_of_fold.h"

namespace gbho::inline internal {

/// Predictions [N, outputs] beside the truth: scores, confusions, calibration, errors. `rows`: where each
/// example stands in the data. Which examples of a regression are shown follows from the seed. `decided` [N]:
/// the class that is predicted, where that is not the most probable one.
PredictionRecord prediction_record(const torch::Tensor& predictions, const OutOfFoldTruth& truth,
                                   const std::vector<int64_t>& rows, bool folds, uint64_t seed,
                                   const std::vector<int64_t>& decided = {});

/// With folds: decides how a class is decided on, where a metric asks for it, and records what the model to
/// take home says of rows that it has not seen. `bag` is what bags say there, undefined without one. Of a
/// refit model nothing of the kind is known: λ*'s fold models stand for it.
void describe_predictions(MethodContext& context, const torch::Tensor& bag, Result& result);

}  // namespace gbho::inline internal
