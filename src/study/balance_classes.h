#pragma once

#include <optional>
#include <vector>

#include "gbho/run/context.h"
#include "gbho/study/run.h"

namespace gbho::inline internal {

/// Weights of classes in training, on trial.
struct ClassBalance {
  std::vector<DecisionRule> trained;  ///< with each power, by few models
  double power = 0;
};

/// Rows weigh in training by their class's frequency to minus a power, where decisions for the study's metric
/// gain by it more than the standard error, beside those of models without: both with the rule that is best
/// for them. Else leaves `prepared` as it is. Nothing when the run is to be left.
std::optional<ClassBalance> balance_classes(PreparedStudy& prepared, MethodContext& context);

}  // namespace gbho::inline internal
