#pragma once

#include <torch/types.h>

#include <string>
#include <vector>

#include "gbho/bilevel/problem.h"
#include "gbho/run/context.h"
#include "gbho/run/method_result.h"

// What searches along hypergradients have in common beside the loop: what they need, where they begin, and
// how they end.

namespace gbho::inline internal {

/// The problems that an estimator is made for: the folds' where there are folds, else the problem itself.
std::vector<const Problem*> estimated_problems(const Problem& problem);

/// Throws ConfigError when many hyperparameters are to be tuned and the data has no selection part.
void check_selection_part(const Problem& problem, const std::string& method);

/// Throws ConfigError when a hyperparameter has no part in f, so that there is no ∂f/∂λ to go by.
void check_lambda_gradients(const Problem& problem, const std::string& method);

/// Points of the box's diagonal, ends left out: one shared λ, scaled to each dimension's range. [count, n]
torch::Tensor diagonal_points(const Space& space, int64_t count);

/// Ends a search: interrupted when it was, else as given.
MethodResult finish(MethodContext& context, Termination termination, std::string message);

}  // namespace gbho::inline internal
