#include "methods/two_sided/hypergradient.h"

#include <cmath>

#include "gbho/base/error.h"
#include "gbho/run/journal.h"
#include "run/score_members.h"
#include "run/work_input.h"

// Symbols: k trained members β*; 2k sides, the plus sides first, then k times β⁰ if wanted; g = ∇F(β*);
//   β± ≈ argmin f ± ε⟨g, β⟩ (or ± εF);   dF/dλ ≈ ∂_λ F(λ, β*) + (∂_λ f(λ, β⁺) − ∂_λ f(λ, β⁻)) / (2ε).
// The first term is zero for networks, whose F does not know λ.

namespace gbho::inline internal {
namespace {

constexpr double kEqual = 1e-9;

torch::Tensor repeated(const torch::Tensor& tensor, size_t copies) {
  return torch::cat(std::vector<torch::Tensor>(copies, tensor));
}

Weights repeated(const Weights& weights, size_t copies) {
  Weights all;
  for (const torch::Tensor& tensor : weights) all.push_back(repeated(tensor, copies));
  return all;
}

// +ε, −ε, and 0 for the third copies.
std::vector<double> side_epsilons(double epsilon, size_t count, size_t copies) {
  std::vector<double> all(copies * count, 0);
  for (size_t i = 0; i < count; ++i) {
    all[i] = epsilon;
    all[count + i] = -epsilon;
  }
  return all;
}

LowerOptions side_options(const MethodContext& context, const TwoSidedOptions& options, int64_t epoch) {
  LowerOptions lower = context.options().lower;
  lower.epochs = lower.optimizer == "lbfgs" ? lower.epochs : epoch + options.extra_epochs;
  lower.schedule = "constant";
  lower.warm_up = 0;
  for (double& rate : lower.learning_rate) rate *= options.side_rate;
  return lower;
}

SolveRequest sides_request(MethodContext& context, const TwoSidedOptions& options,
                           const torch::Tensor& lambda, const TrainState& state, const Weights& direction,
                           size_t copies) {
  SolveRequest request;
  request.lambda = repeated(lambda, copies);
  request.seed = context.seed();
  request.start = TrainState{repeated(state.weights, copies), {}, state.epoch};
  for (const Weights& moment : state.moments) request.start->moments.push_back(repeated(moment, copies));
  UpperTerm upper;
  upper.epsilon = side_epsilons(options.epsilon, static_cast<size_t>(lambda.size(0)), copies);
  if (options.form == "linear") upper.direction = repeated(direction, copies);
  request.upper = std::move(upper);
  request.on_epoch = [&context](const EpochRecord&) { return !context.stop_requested(); };
  request.stop = [&context] { return context.stop_requested(); };
  return request;
}

// False when interrupted.
bool train_sides(MethodContext& context, const TwoSidedOptions& options, const torch::Tensor& lambda,
                 const TrainState& state, bool with_rest, const Continuation& continuation,
                 Snapshot& result) {
  const int64_t members = lambda.size(0);
  const auto count = static_cast<size_t>(members);
  if (state.weights.empty()) throw StoreError("the weights to go on from are no longer kept");
  if (!continuation.from) charge_upper_slopes(context, members);
  const Derivatives above = context.problem().upper_derivatives(lambda, state.weights);
  SolveRequest request = sides_request(context, options, lambda, state, above.weights, with_rest ? 3 : 2);
  request.continuation = continuation;
  const SolveResult solved = solve_lower(context.problem(), side_options(context, options, state.epoch),
                                         context.options().runtime, request, context.ledger());
  if (solved.interrupted) return false;
  const MemberScores sides = score_members(context.problem(), request.lambda, solved.weights(),
                                           context.options().runtime, context.ledger());
  const torch::Tensor slopes = sides.lambda_gradient.to(torch::kCPU);
  const torch::Tensor direct = above.lambda.to(torch::kCPU);
  const torch::Tensor plus_slope = slopes.slice(0, 0, members);
  const torch::Tensor minus_slope = slopes.slice(0, members, 2 * members);
  const torch::Tensor gradient = direct + (plus_slope - minus_slope) / (2 * options.epsilon);
  torch::Tensor good = torch::zeros({members}, torch::kBool);
  for (size_t i = 0; i < count; ++i) {
    const auto row = static_cast<int64_t>(i);
    const bool trained = solved.members[i].status != MemberStatus::kDiverged &&
                         solved.members[i + count].status != MemberStatus::kDiverged;
    const bool finite = gradient[row].isfinite().all().item<bool>();
    const double slack = kEqual * (1 + std::abs(sides.upper[i]));  // ∇F(β*) may vanish: then the sides agree
    good[row] = trained && finite && sides.upper[i] <= sides.upper[i + count] + slack;
  }
  result.add("direct", direct);
  result.add("plus_slope", plus_slope);
  result.add("gradient", gradient);
  result.add("good", good);
  if (with_rest) result.add("rest_slope", slopes.slice(0, 2 * members));
  return true;
}

}  // namespace

void charge_upper_slopes(MethodContext& context, int64_t members) {
  const Problem& problem = context.problem();
  context.ledger().sample_gradients += members * problem.upper_examples() * problem.row_cost();
}

Hypergradient two_sided_hypergradient(MethodContext& context, const TwoSidedOptions& options,
                                      const torch::Tensor& lambda, const TrainState& state, bool with_rest) {
  Work work;
  work.kind = with_rest ? "sides with rest" : "sides";
  work.input = work_input(lambda, {state.epoch});
  work.continues = true;
  work.releases = true;
  const bool done = context.once(work, [&](const Continuation& continuation) {
    return train_sides(context, options, lambda, state, with_rest, continuation, work.result);
  });
  Hypergradient result;
  result.interrupted = !done;
  if (!done) return result;
  result.direct = work.result.tensor("direct");
  result.plus_slope = work.result.tensor("plus_slope");
  result.gradient = work.result.tensor("gradient");
  if (with_rest) result.rest_slope = work.result.tensor("rest_slope");
  const torch::Tensor& good = work.result.tensor("good");
  for (int64_t i = 0; i < good.numel(); ++i) result.good.push_back(good[i].item<bool>());
  return result;
}

}  // namespace gbho::inline internal
