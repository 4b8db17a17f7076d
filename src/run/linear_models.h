#pragma once

#include <vector>

#include "gbho/bilevel/folded_problem.h"
#include "gbho/run/context.h"

namespace gbho::inline internal {

/// Linear models of the folds, along their penalty: on small and noisy tables they are hard to beat, and a
/// bag that may take them is seldom worse. None when the run is to be left, or the problem has none.
std::vector<Exhibit> linear_exhibits(MethodContext& context, const FoldedProblem& problem);

}  // namespace gbho::inline internal
