#pragma once

#include "gbho/train/solver.h"
#include "train/ensemble.h"

namespace gbho {

/// Limited-memory BFGS for every member at once: full batches, an Armijo–Wolfe bisection per member, in
/// lockstep. One iteration counts as one epoch.
void run_lbfgs(const LowerLevel& level, const LowerOptions& options, const SolveRequest& request,
               const Weights& start, Ensemble& ensemble, SolveResult& result, Ledger& ledger);

}  // namespace gbho
