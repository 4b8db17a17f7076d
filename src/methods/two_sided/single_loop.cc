#include <algorithm>

#include "methods/gradient/gradient_loop.h"
#include "methods/judge.h"
#include "methods/two_sided/hypergradient.h"
#include "methods/two_sided/regimes.h"
#include "train/solve_progress.h"

// Three members train beside each other at one λ: β⁰ on f, β⁺ on f + εF, β⁻ on f − εF (in the linear form
// ±ε⟨∇F(β⁰), β⟩, the gradient renewed every epoch). After each epoch λ takes one step of Adam along
// ∂_λ F + (∂_λ f(β⁺) − ∂_λ f(β⁻))/(2ε). The cost of a step does not depend on the number of hyperparameters.

namespace gbho {
namespace {

/// The three members and what one epoch of them says.
class Trio : public HypergradientEstimator {
 public:
  Trio(MethodContext& context, const TwoSidedOptions& options, TrainState state)
      : context_(context), options_(options), state_(std::move(state)) {}

  bool advance(const torch::Tensor& lambda) override {
    const torch::Tensor rows = lambda.repeat({3, 1});
    SolveRequest request;
    request.lambda = rows;
    request.seed = context_.seed();
    request.start = std::move(state_);
    request.upper = UpperTerm{{0.0, options_.epsilon, -options_.epsilon}, {}, {}};
    charge_upper_slopes(context_, 1);
    const Derivatives upper =
        context_.problem().upper_derivatives(lambda, slice_members(request.start->weights, 0, 1));
    direct_slope_ = upper.lambda.to(torch::kCPU);
    if (options_.form == "linear") request.upper->direction = repeat_member(upper.weights, 0, 3);
    LowerOptions lower = context_.options().lower;
    lower.schedule = "constant";
    lower.epochs = request.start->epoch + 1;
    Ledger spent;
    SolveResult solved = solve_lower(context_.problem(), lower, context_.options().runtime, request, spent);
    spent.lower_solves = 0;  // three long solves in all, counted once
    context_.ledger() += spent;
    const bool alive = std::all_of(solved.members.begin(), solved.members.end(), [](const MemberOutcome& m) {
      return m.status != MemberStatus::kDiverged;
    });
    state_ = std::move(solved.state);
    if (alive) {
      judgement_ =
          judge(context_.problem(), rows, state_.weights, context_.options().runtime, context_.ledger());
    }
    return alive;
  }

  torch::Tensor hypergradient() override {
    const torch::Tensor slopes = judgement_.lambda_gradient.to(torch::kCPU);
    return direct_slope_ + (slopes.slice(0, 1, 2) - slopes.slice(0, 2, 3)) / (2 * options_.epsilon);
  }
  Weights weights() override { return slice_members(state_.weights, 0, 1); }

  Snapshot snapshot() override { return state_snapshot(state_); }
  void restore(const Snapshot& snapshot) override { state_ = state_of(snapshot); }

 private:
  MethodContext& context_;
  const TwoSidedOptions& options_;
  TrainState state_;
  Judgement judgement_;
  torch::Tensor direct_slope_;  ///< ∂F/∂λ at β⁰; zero for networks
};

/// All three go on from one trained member.
TrainState three_of(const TrainState& one) {
  TrainState state{repeat_member(one.weights, 0, 3), {}, one.epoch};
  for (const Weights& moment : one.moments) state.moments.push_back(repeat_member(moment, 0, 3));
  return state;
}

}  // namespace

MethodResult run_single_loop(MethodContext& context, const TwoSidedOptions& options) {
  return run_gradient_loop(context, {options.loop, 3, 0, [&](const TrainState& start) {
                                       return std::make_unique<Trio>(context, options, three_of(start));
                                     }});
}

}  // namespace gbho
