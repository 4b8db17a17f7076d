#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

#include "gbho/record/prediction_record.h"
#include "run/out_of_fold.h"

namespace gbho::inline internal {

/// Scores of predictions [N, outputs] with their standard errors over the examples; `folds`: of each fold
/// too. `decided` [N]: the class that is predicted, where that is not the most probable one.
std::vector<ScoreEstimate> score_estimates(const torch::Tensor& predictions, const OutOfFoldTruth& truth,
                                           bool folds, const std::vector<int64_t>& decided = {});

/// Standard deviation of a share of which `hits` of `count` are known, with a uniform prior: never zero,
/// since ten of ten is not for ever.
double share_error(int64_t hits, int64_t count);

}  // namespace gbho::inline internal
