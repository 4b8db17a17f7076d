#pragma once

#include <torch/types.h>

#include <string>
#include <vector>

#include "gbho/bilevel/folded_problem.h"
#include "gbho/run/context.h"
#include "run/out_of_fold.h"

namespace gbho::inline internal {

/// Linear models of all folds, to look at rows through: convex, solved to the end, and cheap enough to be
/// solved for hundreds of λ. How far they are off a row that they have not seen is the Brier score, or the
/// absolute error in deviations. Both are honest about confidence, and neither grows without bound as the
/// logarithm and the square do, so a row with a wrong target says no more than others.
class LinearLens {
 public:
  /// Both are not owned; the problem is one of linear models.
  LinearLens(MethodContext& context, const FoldedProblem& problem);

  /// For each row of λ [E, n]: [E, N], double, the folds' held-out rows one after another. Undefined when the
  /// run is to be left.
  torch::Tensor losses(const torch::Tensor& lambda);

  const FoldedProblem& problem() const { return problem_; }
  const OutOfFoldTruth& truth() const { return truth_; }

 private:
  torch::Tensor solve(const torch::Tensor& lambda);

  MethodContext& context_;
  const FoldedProblem& problem_;
  OutOfFoldTruth truth_;
};

}  // namespace gbho::inline internal
