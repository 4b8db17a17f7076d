#include "run/refit_check.h"

#include <cmath>

#include "gbho/bilevel/network_problem.h"
#include "train/score.h"

namespace gbho::inline internal {
namespace {

double mean_of(const double* values, int64_t count) {
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) sum += values[i];
  return sum / static_cast<double>(count);
}

// Both models see the same examples, so it is the differences that count.
RefitCheck paired_losses(const double* consistent, const double* refit, int64_t count) {
  RefitCheck check;
  check.consistent_loss = mean_of(consistent, count);
  check.refit_loss = mean_of(refit, count);
  if (count < 2) return check;
  const double mean = check.refit_loss - check.consistent_loss;
  double squares = 0;
  for (int64_t i = 0; i < count; ++i) {
    const double apart = refit[i] - consistent[i] - mean;
    squares += apart * apart;
  }
  check.error = std::sqrt(squares / static_cast<double>(count - 1) / static_cast<double>(count));
  return check;
}

}  // namespace

std::optional<RefitCheck> check_refit(MethodContext& context, const ModelWeights& models) {
  const NetworkProblem* problem = context.problem().network();
  if (problem == nullptr || models.consistent.empty() || models.refit.empty()) return std::nullopt;
  const bool selection = !problem->selection.empty();
  const Examples& part = selection ? problem->selection : problem->test;
  if (part.empty()) return std::nullopt;
  Weights both;
  for (size_t p = 0; p < models.refit.size(); ++p) {
    both.push_back(torch::cat({models.consistent[p].cpu(), models.refit[p].cpu()}));
  }
  const torch::Tensor losses =
      score_examples(*problem->level.model, both, part, context.options().runtime, context.ledger());
  const auto* values = losses.data_ptr<double>();
  RefitCheck check = paired_losses(values, values + part.size(), part.size());
  check.part = selection ? "selection" : "test";
  return check;
}

}  // namespace gbho::inline internal
