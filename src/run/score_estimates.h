#pragma once

#include <torch/types.h>

#include <vector>

#include "gbho/record/prediction_record.h"
#include "run/out_of_fold.h"

namespace gbho::inline internal {

/// Scores of predictions [N, outputs] with their standard errors over the examples; `folds`: of each fold
/// too.
std::vector<ScoreEstimate> score_estimates(const torch::Tensor& predictions, const OutOfFoldTruth& truth,
                                           bool folds);

/// Standard deviation of a share of which `hits` of `count` are known, with a uniform prior: never zero,
/// since ten of ten is not for ever.
double share_error(int64_t hits, int64_t count);

}  // namespace gbho::inline internal
