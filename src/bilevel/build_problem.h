#pragma once

#include <vector>

#include "gbho/bilevel/network_problem.h"

namespace gbho::inline internal {

/// The same as network_problem, for data that need have no validation part: all the rows, to refit on.
NetworkProblem problem_of_rows(Dataset data, const ModelOptions& model,
                               const std::vector<Hyperparameter>& hyperparameters);

}  // namespace gbho::inline internal
