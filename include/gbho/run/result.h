#pragma once

#include "gbho/nn/model.h"
#include "gbho/record/summary.h"

namespace gbho {

/// The weights of a run's models, an ensemble of one each; empty where the run has no such model.
struct ModelWeights {
  Weights joint;
  Weights consistent;
  Weights refit;
};

/// What a run came to: everything that happened, and its models.
struct Result {
  Summary summary;
  ModelWeights weights;
};

}  // namespace gbho
