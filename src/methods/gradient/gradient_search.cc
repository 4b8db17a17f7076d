#include "methods/gradient/gradient_search.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "gbho/base/error.h"
#include "gbho/bilevel/folded_problem.h"

namespace gbho::inline internal {
std::vector<const Problem*> estimated_problems(const Problem& problem) {
  if (problem.folded() == nullptr) return {&problem};
  std::vector<const Problem*> folds;
  folds.reserve(problem.folded()->folds.size());
  for (const NetworkProblem& fold : problem.folded()->folds) folds.push_back(&fold);
  return folds;
}

void check_selection_part(const Problem& problem, const std::string& method) {
  if (problem.space().size() <= kMostWithoutSelection) return;
  const NetworkProblem* network = estimated_problems(problem).front()->network();
  if (network == nullptr || !network->selection.empty()) return;
  const std::string why = fmt::format(
      ": tuning many hyperparameters ({} here) overfits the validation part; {} needs a selection "
      "part to decide by: ",
      problem.space().size(), method);
  if (problem.folded() != nullptr) {
    throw ConfigError("data.folds", why + "call FoldedProblem::keep_selection_parts");
  }
  throw ConfigError("data.split", why + "write data.split = [0.6, 0.2, 0.2], or give data.selection");
}

void check_lambda_gradients(const Problem& problem, const std::string& method) {
  const std::vector<std::string> names = problem.training_only();
  if (names.empty()) return;
  throw ConfigError(
      "method",
      fmt::format(" = \"{}\": it needs ∂f/∂λ, and there is none for hyperparameters that act on the training "
                  "alone ({}); use a method that samples: bayes, tpe, smac, random, grid or hyperband",
                  method, fmt::join(names, ", ")));
}

torch::Tensor diagonal_points(const Space& space, int64_t count) {
  const torch::Tensor part =
      (torch::arange(count, torch::kDouble) + 0.5).unsqueeze(1) / static_cast<double>(count);
  return space.rows([&](const torch::Tensor& low, const torch::Tensor& high) -> torch::Tensor {
    return low + part * (high - low);
  });
}

MethodResult finish(MethodContext& context, Termination termination, std::string message) {
  MethodResult result;
  result.iterations = iterations_of(context.evaluations());
  result.termination = context.stop_requested() ? Termination::kInterrupted : termination;
  result.message = context.stop_requested() ? "stopped in the search, " + message : std::move(message);
  return result;
}

}  // namespace gbho::inline internal
