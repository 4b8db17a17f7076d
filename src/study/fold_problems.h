#pragma once

#include <vector>

#include "gbho/bilevel/folded_problem.h"
#include "gbho/data/folds.h"
#include "gbho/study/study.h"

namespace gbho::inline internal {

/// Such models of every fold, and of all rows.
FoldedProblem folds_of(const FoldedData& data, const ModelOptions& model,
                       const std::vector<Hyperparameter>& hyperparameters);

/// A linear model, and its penalty: from next to none to where it predicts the mean.
ModelOptions linear_model();
Hyperparameter linear_penalty();

/// Beside networks: linear models, and both with parts of numbers as inputs. They are compared out of fold,
/// so with `selection` they hold the same rows out as the networks do.
std::vector<BagFamily> families_of(const StudyOptions& options, const FoldedData& data, bool selection);

}  // namespace gbho::inline internal
