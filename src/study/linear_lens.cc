#include "study/linear_lens.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>

#include "gbho/run/journal.h"
#include "run/bag_families.h"
#include "run/work_input.h"

namespace gbho::inline internal {
namespace {

// Models that are solved side by side: memory does not grow with the number of λ.
constexpr int64_t kSideBySide = 32;

double brier_score(const double* probabilities, int64_t classes, int64_t is) {
  double score = 0;
  for (int64_t c = 0; c < classes; ++c) {
    const double off = probabilities[c] - (c == is ? 1 : 0);
    score += off * off;
  }
  return score;
}

torch::Tensor bounded_losses(const torch::Tensor& said, const OutOfFoldTruth& truth) {
  torch::Tensor losses = torch::empty({said.size(0), said.size(1)}, torch::kFloat64);
  for (int64_t e = 0; e < said.size(0); ++e) {
    const torch::Tensor member = said[e].contiguous();
    const auto* predictions = member.data_ptr<double>();
    auto* out = losses[e].data_ptr<double>();
    for (int64_t i = 0; i < truth.size(); ++i) {
      const double* own = predictions + i * member.size(1);
      out[i] = truth.regression() ? std::abs(truth.says(i, own))
                                  : brier_score(own, member.size(1), truth.classes[static_cast<size_t>(i)]);
    }
  }
  return losses;
}

}  // namespace

LinearLens::LinearLens(MethodContext& context, const FoldedProblem& problem)
    : context_(context), problem_(problem), truth_(out_of_fold_truth(problem)) {}

torch::Tensor LinearLens::losses(const torch::Tensor& lambda) {
  std::vector<torch::Tensor> parts;
  for (int64_t first = 0; first < lambda.size(0); first += kSideBySide) {
    torch::Tensor part = solve(lambda.narrow(0, first, std::min(kSideBySide, lambda.size(0) - first)));
    if (!part.defined()) return {};
    parts.push_back(std::move(part));
  }
  return torch::cat(parts);
}

torch::Tensor LinearLens::solve(const torch::Tensor& lambda) {
  const Runtime& runtime = context_.options().runtime;
  Work work;
  work.kind = "lens";
  work.input = work_input(lambda, {});
  const bool done = context_.once(work, [&](const Continuation& continuation) {
    SolveRequest request;
    request.lambda = lambda;
    request.seed = context_.seed();
    request.on_epoch = context_.epoch_callback(lambda.size(0));
    request.stop = [this] { return context_.stop_requested(); };
    request.continuation = continuation;
    const SolveResult solved =
        solve_lower(problem_, linear_lower(context_.options().lower), runtime, request, context_.ledger());
    if (solved.interrupted) return false;
    const torch::Tensor said = out_of_fold(problem_, solved.weights(), runtime, context_.ledger());
    work.result.add("losses", bounded_losses(said, truth_));
    return true;
  });
  return done ? work.result.tensor("losses") : torch::Tensor();
}

}  // namespace gbho::inline internal
