#pragma once

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/record/table_findings.h"
#include "run/out_of_fold.h"

namespace gbho::inline internal {

/// How classes are decided on, and what every row is decided to be by factors that were chosen without its
/// fold.
struct Decision {
  DecisionRecord record;
  std::vector<int64_t> decided;  ///< [N]
};

/// The rule whose cross-fitted decisions are best by the metric (balanced_accuracy, f1), where it is better
/// than the most probable class beyond the standard error of the difference; else that. `predictions` [N,
/// classes] are of rows that their models have not seen.
Decision choose_decision(const torch::Tensor& predictions, const OutOfFoldTruth& truth,
                         const std::string& metric);

}  // namespace gbho::inline internal
