#pragma once

#include <vector>

#include "gbho/bilevel/folded_problem.h"
#include "gbho/train/solver.h"

namespace gbho::inline internal {

/// The part of a state, weights and moments, that belongs to one fold's networks.
TrainState state_of_fold(const FoldedProblem& problem, const TrainState& state, size_t fold);

/// Snapshots of the folds, in order, as one, and apart again. Other tensors in it are left alone.
Snapshot joined_snapshot(const std::vector<Snapshot>& folds);
std::vector<Snapshot> snapshots_of_folds(const Snapshot& joined);

}  // namespace gbho::inline internal
