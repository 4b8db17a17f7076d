#pragma once

#include "gbho/train/solver.h"
#include "train/ensemble.h"

namespace gbho::inline internal {

/// A solve by L-BFGS, all members together: who has come to an end and why, losses, snapshots. One iteration
/// counts as one epoch.
void run_lbfgs(const LowerLevel& level, const LowerOptions& options, const SolveRequest& request,
               const Weights& start, Ensemble& ensemble, SolveResult& result, Ledger& ledger);

}  // namespace gbho::inline internal
