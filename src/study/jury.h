#pragma once

#include <torch/types.h>

#include <vector>

#include "gbho/bilevel/folded_problem.h"
#include "gbho/run/context.h"
#include "gbho/study/study.h"
#include "run/out_of_fold.h"

namespace gbho::inline internal {

/// What a small bag says of rows that it has not seen.
struct JuryAnswer {
  torch::Tensor average;       ///< [N, outputs]; undefined when the run is to be left, or all models diverged
  std::vector<double> losses;  ///< [N]
};

/// The models that a table's bag is made of, but few of them: what they gain by something shows whether all
/// of them would.
TuneOptions jury_options(const StudyOptions& options);

/// Trains them on the folds. `families` of the problem are asked beside its own networks. Every row's bag is
/// chosen by the other folds.
JuryAnswer ask_jury(MethodContext& context, const FoldedProblem& problem);

}  // namespace gbho::inline internal
