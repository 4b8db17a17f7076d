#include "methods/gradient/gradient_search.h"

#include <fmt/format.h>

#include <utility>

#include "gbho/base/error.h"
#include "gbho/bilevel/network_problem.h"

namespace gbho::inline internal {
namespace {

// With more hyperparameters than this the validation part is overfitted, whatever the method.
constexpr int64_t kMostWithoutSelection = 50;

}  // namespace

void check_selection_part(const Problem& problem, const std::string& method) {
  if (problem.space().size() <= kMostWithoutSelection) return;
  if (problem.network() == nullptr || !problem.network()->selection.empty()) return;
  throw ConfigError(
      "data.split",
      fmt::format(
          ": tuning many hyperparameters ({} here) overfits the validation part; {} needs a selection "
          "part to decide by: write data.split = [0.6, 0.2, 0.2], or give data.selection",
          problem.space().size(), method));
}

torch::Tensor diagonal_points(const Space& space, int64_t count) {
  const torch::Tensor part =
      (torch::arange(count, torch::kDouble) + 0.5).unsqueeze(1) / static_cast<double>(count);
  return space.low() + part * (space.high() - space.low());
}

MethodResult finish(MethodContext& context, Termination termination, std::string message) {
  MethodResult result;
  result.iterations = iterations_of(context.evaluations());
  result.termination = context.stop_requested() ? Termination::kInterrupted : termination;
  result.message = context.stop_requested() ? "stopped in the search, " + message : std::move(message);
  return result;
}

}  // namespace gbho::inline internal
