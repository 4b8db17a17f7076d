#pragma once

#include <vector>

#include "gbho/bilevel/network_problem.h"
#include "gbho/data/dataset.h"
#include "gbho/study/study.h"

namespace gbho {

/// What can be checked of the blocks without model and data. Throws ConfigError that names key, value and
/// fix.
void validate_hyperparameters(const std::vector<Hyperparameter>& hyperparameters);

/// The box before model and data are known, as far as its size can be told: a block that stands for many
/// hyperparameters counts with its `count`, or as one.
Space provisional_space(const StudyOptions& options);

/// Penalty, weights of examples and box of a problem that has its model. The hyperparameters of penalties
/// come first, in the order of the blocks.
void set_hyperparameters(const StudyOptions& options, const Dataset& data, NetworkProblem& problem);

}  // namespace gbho
