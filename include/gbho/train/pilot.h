#pragma once

#include <torch/types.h>

#include <vector>

#include "gbho/train/solver.h"

namespace gbho {

struct PilotTrial {
  double learning_rate = 0;
  double momentum = 0;
  double objective = 0;  ///< mean of f over the pilot's λ; infinite when any of them diverged
};

struct PilotResult {
  double learning_rate = 0;
  double momentum = 0;
  std::vector<PilotTrial> trials;  ///< empty when there was nothing to choose
};

/// Picks learning rate and momentum from the lists in the options: every pair trains at every row of λ, as
/// one ensemble, and the pair with the lowest mean f wins: the one that solves the lower level best.
/// Validation data is not looked at. The cost is charged to the ledger; a single pair costs nothing.
PilotResult run_pilot(const LowerProblem& problem, const LowerOptions& options, const Runtime& runtime,
                      const torch::Tensor& lambda, uint64_t seed, Ledger& ledger,
                      const EpochCallback& on_epoch, const Continuation& continuation = {});
PilotResult run_pilot(const Problem& problem, const LowerOptions& options, const Runtime& runtime,
                      const torch::Tensor& lambda, uint64_t seed, Ledger& ledger,
                      const EpochCallback& on_epoch, const Continuation& continuation = {});

}  // namespace gbho
