#pragma once

#include <string>
#include <vector>

#include "gbho/nn/model.h"
#include "gbho/record/summary.h"

namespace gbho {

/// One candidate's share in a bag.
struct BagPart {
  std::string family;  ///< network | linear | binned | binned linear
  double share = 1;
  Weights weights;  ///< of all folds, an ensemble of one
};

/// The weights of a run's models, an ensemble of one each; empty where the run has no such model.
struct ModelWeights {
  Weights joint;
  Weights consistent;
  Weights refit;  ///< with refit.networks an ensemble of so many, whose predictions are averaged
  std::vector<BagPart> bag;
  /// λ* [n], double, where the summary has means of blocks; else undefined.
  torch::Tensor lambda = {};
};

/// What a run came to: everything that happened, and its models.
struct Result {
  Summary summary;
  ModelWeights weights;
  std::string take_home;  ///< of a table: the file model.gbho; else empty
};

}  // namespace gbho
