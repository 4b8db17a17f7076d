#include "methods/two_sided/hypergradient.h"

#include <cmath>

#include "methods/judge.h"

// Symbols: k trained members β*; 2k sides, the plus sides first; g = ∇F(β*);
//   β± ≈ argmin f ± ε⟨g, β⟩ (or ± εF);   dF/dλ ≈ ∂_λ F(λ, β*) + (∂_λ f(λ, β⁺) − ∂_λ f(λ, β⁻)) / (2ε).
// The first term is zero for networks, whose F does not know λ.

namespace gbho {
namespace {

constexpr double kEqual = 1e-9;

Weights twice(const Weights& weights) {
  Weights both;
  for (const torch::Tensor& tensor : weights) both.push_back(torch::cat({tensor, tensor}));
  return both;
}

LowerOptions side_options(const MethodContext& context, const TwoSidedOptions& options, int64_t epoch) {
  LowerOptions lower = context.options().lower;
  lower.epochs = lower.optimizer == "lbfgs" ? lower.epochs : epoch + options.extra_epochs;
  lower.schedule = "constant";
  for (double& rate : lower.learning_rate) rate *= options.side_rate;
  return lower;
}

}  // namespace

Derivatives upper_slopes(MethodContext& context, const torch::Tensor& lambda, const Weights& weights) {
  const Problem& problem = context.problem();
  context.ledger().sample_gradients += lambda.size(0) * problem.upper_examples();
  return problem.upper_derivatives(lambda, weights);
}

Hypergradient two_sided_hypergradient(MethodContext& context, const TwoSidedOptions& options,
                                      const torch::Tensor& lambda, const TrainState& state) {
  const int64_t members = lambda.size(0);
  const auto count = static_cast<size_t>(members);
  SolveRequest request;
  request.lambda = torch::cat({lambda, lambda});
  request.seed = context.seed();
  request.start = TrainState{twice(state.weights), {}, state.epoch};
  for (const Weights& moment : state.moments) request.start->moments.push_back(twice(moment));
  UpperTerm upper;
  upper.epsilon.assign(2 * count, options.epsilon);
  for (size_t i = count; i < 2 * count; ++i) upper.epsilon[i] = -options.epsilon;
  const Derivatives slopes_of_upper = upper_slopes(context, lambda, state.weights);
  if (options.form == "linear") upper.direction = twice(slopes_of_upper.weights);
  request.upper = std::move(upper);
  request.on_epoch = [&](const EpochRecord&) { return !context.stop_requested(); };

  const SolveResult solved = solve_lower(context.problem(), side_options(context, options, state.epoch),
                                         context.options().runtime, request, context.ledger());
  Hypergradient result;
  result.interrupted = solved.interrupted;
  if (solved.interrupted) return result;
  const Judgement sides =
      judge(context.problem(), request.lambda, solved.weights(), context.options().runtime, context.ledger());
  const torch::Tensor slopes = sides.lambda_gradient.to(torch::kCPU);
  result.direct = slopes_of_upper.lambda.to(torch::kCPU);
  result.plus_slope = slopes.slice(0, 0, members);
  result.gradient = result.direct + (result.plus_slope - slopes.slice(0, members)) / (2 * options.epsilon);
  for (size_t i = 0; i < count; ++i) {
    const bool trained = solved.members[i].status != MemberStatus::kDiverged &&
                         solved.members[i + count].status != MemberStatus::kDiverged;
    const bool finite = result.gradient[static_cast<int64_t>(i)].isfinite().all().item<bool>();
    const double slack = kEqual * (1 + std::abs(sides.upper[i]));  // ∇F(β*) may vanish: then the sides agree
    result.good.push_back(trained && finite && sides.upper[i] <= sides.upper[i + count] + slack);
  }
  return result;
}

}  // namespace gbho
