#include <fmt/format.h>

#include <algorithm>

#include "methods/gradient/gradient_search.h"
#include "methods/two_sided/hypergradient.h"
#include "methods/two_sided/regimes.h"
#include "run/eigen_tensors.h"

// Rprop on λ: every λ_k has a step of its own, which grows while the sign of dF/dλ_k stays and shrinks when
// it changes. Signs are what the two-sided estimate is best at; its size has an offset near the optimum.

namespace gbho::inline internal {
namespace {

constexpr double kSamePoint = 1e-6;

class Rprop {
 public:
  Rprop(const TwoSidedOptions& options, const Space& space)
      : options_(options),
        space_(space),
        step_(torch::full({1, space.size()}, options.first_step, torch::kDouble)),
        last_sign_(torch::zeros({1, space.size()}, torch::kDouble)) {}

  torch::Tensor next(const torch::Tensor& lambda, const torch::Tensor& gradient) {
    const torch::Tensor sign = gradient.sign();
    const torch::Tensor agreement = sign * last_sign_;
    step_ = torch::where(agreement > 0, step_ * options_.grow, step_);
    step_ = torch::where(agreement < 0, step_ * options_.shrink, step_);
    step_ = step_.clamp_max(kLargestStep).clamp_min(kSmallestStep);
    last_sign_ = sign;
    return space_.clamp(lambda - sign * step_);
  }

 private:
  static constexpr double kLargestStep = 2.0;
  static constexpr double kSmallestStep = 1e-3;

  const TwoSidedOptions& options_;
  const Space& space_;
  torch::Tensor step_;
  torch::Tensor last_sign_;
};

}  // namespace

MethodResult run_signs(MethodContext& context, const TwoSidedOptions& options) {
  const auto epochs = static_cast<double>(std::max<int64_t>(1, context.options().lower.epochs));
  const double extra = 2 * static_cast<double>(options.extra_epochs) / epochs;
  const auto trained = [&] { return fmt::format("{} candidates trained", context.evaluations().size()); };

  const torch::Tensor diagonal = diagonal_points(
      context.space(), std::max<int64_t>(1, std::min(options.loop.diagonal, context.solves_left())));
  context.begin_phase("design", diagonal.size(0));
  context.train(diagonal);
  if (context.stop_requested()) return finish(context, Termination::kInterrupted, trained());
  context.end_phase();
  if (!context.best()) return finish(context, Termination::kNoModel, trained());

  Rprop rprop(options, context.space());
  torch::Tensor lambda = to_row(context.best()->evaluation.lambda);
  context.begin_phase("search", std::max<int64_t>(1, std::min(options.steps, context.solves_left(extra))));
  for (int64_t step = 0; step < options.steps; ++step) {
    if (context.solves_left(extra) < 1) {
      context.end_phase();
      return finish(context, Termination::kBudget, "the budget ended the search, " + trained());
    }
    const TrainedBatch batch = context.train_with_state(lambda);
    if (batch.evaluations.empty()) return finish(context, Termination::kInterrupted, trained());
    Hypergradient slope;
    if (batch.evaluations[0].usable()) {
      slope = two_sided_hypergradient(context, options, lambda, batch.state);
      if (slope.interrupted) return finish(context, Termination::kInterrupted, trained());
    }
    if (!slope.good.empty() && slope.good[0]) {
      lambda = rprop.next(lambda, slope.gradient);
      continue;
    }
    // The solve diverged, or its sides contradict each other: half the way back to the best point.
    const torch::Tensor best = to_row(context.best()->evaluation.lambda);
    if ((lambda - best).abs().max().item<double>() < kSamePoint) {
      context.end_phase();
      return finish(context, Termination::kConverged, "no usable sign at the best point, " + trained());
    }
    lambda = 0.5 * (lambda + best);
  }
  context.end_phase();
  return finish(context, Termination::kFinished, trained());
}

}  // namespace gbho::inline internal
