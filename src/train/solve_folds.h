#pragma once

#include <vector>

#include "gbho/bilevel/folded_problem.h"
#include "gbho/train/solver.h"

namespace gbho::inline internal {

/// Solves the lower level of every fold for every row of λ, one fold after the other: a fold's members share
/// their batches. To the ledger the folds of a candidate are one lower-level solve.
SolveResult solve_folds(const FoldedProblem& problem, const LowerOptions& options, const Runtime& runtime,
                        const SolveRequest& request, Ledger& ledger);

/// What a solve of all folds asks of one of them, without its callbacks, and what the folds come to together.
SolveRequest request_of_fold(const FoldedProblem& problem, const SolveRequest& request, size_t fold);
SolveResult folds_together(const std::vector<SolveResult>& folds);

}  // namespace gbho::inline internal
