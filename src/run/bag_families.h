#pragma once

#include <vector>

#include "gbho/bilevel/folded_problem.h"
#include "gbho/record/lower_options.h"
#include "gbho/run/context.h"

namespace gbho::inline internal {

/// How a linear model is solved: to the end, since that is convex and small.
LowerOptions linear_lower(const LowerOptions& lower);

/// The models of the problem's families, as exhibits: linear ones along their penalty, networks at points of
/// a design. On small and noisy tables linear models are hard to beat, numbers cut into parts suit what rises
/// and falls, and a bag that may take them is seldom worse. None of a family when the run is to be left, or
/// the budget is used up.
std::vector<Exhibit> family_exhibits(MethodContext& context, const FoldedProblem& problem);

}  // namespace gbho::inline internal
