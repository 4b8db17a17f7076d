#include "methods/gradient/gradient_loop.h"
#include "methods/two_sided/regimes.h"
#include "train/lower_session.h"
#include "train/solve_progress.h"

// Three members train beside each other at one λ: β⁰ on f, β⁺ on f + εF, β⁻ on f − εF (in the linear form
// ±ε⟨∇F(β⁰), β⟩, the gradient renewed every round). After each round λ takes one step of Adam along
// ∂_λ F + (∂_λ f(β⁺) − ∂_λ f(β⁻))/(2ε). The cost of a step does not depend on the number of hyperparameters.

namespace gbho::inline internal {
namespace {

/// The three members and what one round of them says.
class Trio : public HypergradientEstimator {
 public:
  Trio(const EstimatorContext& context, const TwoSidedOptions& options, const TrainState& state)
      : context_(context),
        options_(options),
        upper_(context.problem(), context.options().lower, context.options().runtime) {
    open(state);
  }

  bool advance(const torch::Tensor& lambda) override {
    if (linear() || context_.problem().network() == nullptr) {
      const Derivatives above = upper_.at(lambda, session_->weights(0), context_.ledger());
      direct_slope_ = above.lambda.to(torch::kCPU);
      if (linear()) session_->set_upper(epsilons(), repeat_member(above.weights, 0, 3));
    }
    return session_->run_epoch(lambda, context_.ledger());
  }

  torch::Tensor hypergradient() override {
    const torch::Tensor indirect =
        session_->gradient_between(1, 2, context_.ledger()).div_(2 * options_.epsilon);
    return direct_slope_.defined() ? direct_slope_ + indirect : indirect;
  }
  Weights weights() override { return session_->weights(0); }

  Snapshot snapshot() override { return state_snapshot(session_->state()); }
  void restore(const Snapshot& snapshot) override { open(state_of(snapshot)); }

 private:
  bool linear() const { return options_.form == "linear"; }
  std::vector<double> epsilons() const { return {0.0, options_.epsilon, -options_.epsilon}; }

  void open(const TrainState& state) {
    UpperTerm term{epsilons(), {}, {}};
    if (linear()) {
      for (const torch::Tensor& tensor : state.weights) term.direction.push_back(torch::zeros_like(tensor));
    }
    session_.emplace(context_.problem(), context_.options().lower, context_.options().runtime,
                     context_.seed(), state, std::move(term));
  }

  EstimatorContext context_;
  const TwoSidedOptions& options_;
  UpperOracle upper_;
  std::optional<LowerSession> session_;
  torch::Tensor direct_slope_;  ///< ∂F/∂λ at β⁰; zero for networks
};

}  // namespace

std::unique_ptr<HypergradientEstimator> make_trio(const EstimatorContext& context,
                                                  const TwoSidedOptions& options, const TrainState& start) {
  return std::make_unique<Trio>(context, options, select_members(start, {0, 0, 0}));
}

MethodResult run_single_loop(MethodContext& context, const TwoSidedOptions& options) {
  return run_gradient_loop(context,
                           {options.loop, 3, 0, [&](const EstimatorContext& own, const TrainState& start) {
                              return make_trio(own, options, start);
                            }});
}

}  // namespace gbho::inline internal
