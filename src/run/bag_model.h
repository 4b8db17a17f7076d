#pragma once

#include "gbho/run/context.h"
#include "gbho/run/result.h"
#include "run/out_of_fold.h"

namespace gbho::inline internal {

/// With folds: chooses a bag among the best candidates and the problem's families, scores it, and says
/// whether it is the model to take home.
void take_bag(MethodContext& context, Result& result);

/// Scores of a bag: `average` is what bags chosen without an example's fold say of it.
ModelScores score_bag(MethodContext& context, const FoldedProblem& problem, const std::vector<BagPart>& bag,
                      const torch::Tensor& average, const OutOfFoldTruth& truth);

}  // namespace gbho::inline internal
