#pragma once

#include <torch/types.h>

#include "gbho/record/pilot.h"
#include "gbho/train/solver.h"

namespace gbho {

/// Picks learning rate and momentum from the lists in the options: every pair trains at every row of λ, as
/// one ensemble, and the pair with the lowest mean f wins: the one that solves the lower level best.
/// Validation data is not looked at. The cost is charged to the ledger; a single pair costs nothing.
PilotResult run_pilot(const NetworkLevel& problem, const LowerOptions& options, const Runtime& runtime,
                      const torch::Tensor& lambda, uint64_t seed, Ledger& ledger,
                      const EpochCallback& on_epoch, const Continuation& continuation = {},
                      const StopCallback& stop = {});
PilotResult run_pilot(const Problem& problem, const LowerOptions& options, const Runtime& runtime,
                      const torch::Tensor& lambda, uint64_t seed, Ledger& ledger,
                      const EpochCallback& on_epoch, const Continuation& continuation = {},
                      const StopCallback& stop = {});

}  // namespace gbho
