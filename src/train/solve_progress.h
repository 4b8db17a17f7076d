#pragma once

#include "gbho/train/solver.h"
#include "train/ensemble.h"
#include "train/stopping.h"

namespace gbho::inline internal {

/// All of a solve between two epochs: weights and moments, who has stopped and why, losses so far, and what
/// the stopping rules remember.
Snapshot capture_progress(Ensemble& ensemble, const StoppingRules& rules, const SolveResult& result);

/// A state by itself.
Snapshot state_snapshot(const TrainState& state);

/// The weights and moments to begin from again.
TrainState state_of(const Snapshot& progress);

/// The rest, once there is an ensemble with that state.
void restore_progress(const Snapshot& progress, Ensemble& ensemble, StoppingRules& rules,
                      SolveResult& result);

/// How each member fared, as a text, and back.
std::string members_text(const std::vector<MemberOutcome>& members);
std::vector<MemberOutcome> members_of(const std::string& text);

}  // namespace gbho::inline internal
