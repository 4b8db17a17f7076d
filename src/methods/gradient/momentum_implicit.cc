#include "methods/gradient/curvature.h"
#include "methods/gradient/fixed_batches.h"
#include "methods/gradient/implicit_state.h"
#include "methods/gradient/stochastic_implicit.h"

// SUSTAIN (Khanduri et al. 2021). Symbols: H = ∂²f/∂β² on a mini-batch, g = ∂F/∂β on another; an average ĥ of
// h(x) is corrected as x moves:  ĥ ← h(x) + (1 − η)(ĥ − h(x of before)), both h on the same examples.

namespace gbho::inline internal {
namespace {

class MomentumImplicit : public HypergradientEstimator {
 public:
  MomentumImplicit(const EstimatorContext& context, const StochasticSchedule& schedule, double eta,
                   const TrainState& start)
      : context_(context),
        schedule_(schedule),
        eta_(eta),
        steps_(context.problem(), at_constant_rate(context.options().lower), context.seed(),
               context.ledger()),
        validation_(context.problem().upper_examples(),
                    context.problem().network() == nullptr ? 0 : context.options().lower.batch,
                    context.seed(), "sustain.validation"),
        state_(start.weights),
        direction_(state_.lower.velocity) {
    lambda_ = torch::zeros({1, context.space().size()}, torch::kDouble);
    before_step_ = before_round_ = {lambda_, weights()};
    estimate_ = torch::zeros_like(lambda_);
  }

  bool advance(const torch::Tensor& lambda) override {
    lambda_ = lambda;
    const int64_t steps = schedule_.steps > 0 ? schedule_.steps : steps_.per_epoch();
    for (int64_t i = 0; i < steps; ++i) step();
    return state_.finite();
  }

  torch::Tensor hypergradient() override {
    const Point here{lambda_, weights()};
    state_.solution = series_at(here);
    const torch::Tensor now = hypergradient_along(context_, here.lambda, here.weights, state_.solution);
    if (state_.system_step > 0) {
      const Point& last = before_round_;
      estimate_ -= hypergradient_along(context_, last.lambda, last.weights, series_at(last));
    }
    estimate_ = state_.system_step > 0 ? now + (1 - eta_) * estimate_ : now;
    state_.system_step += schedule_.system_steps;
    before_round_ = here;
    return estimate_;
  }

  Weights weights() override { return state_.lower.weights; }

  Snapshot snapshot() override {
    Snapshot snapshot = state_.snapshot();
    snapshot.add("direction", direction_);
    snapshot.add("before_step", before_step_.weights);
    snapshot.add("before_round", before_round_.weights);
    snapshot.add("lambdas", torch::stack({before_step_.lambda, before_round_.lambda, estimate_}));
    return snapshot;
  }
  void restore(const Snapshot& snapshot) override {
    state_.restore(snapshot);
    direction_ = moved_to(snapshot.weights("direction"), weights());
    const torch::Tensor lambdas = snapshot.tensor("lambdas");
    before_step_ = {lambdas[0], moved_to(snapshot.weights("before_step"), weights())};
    before_round_ = {lambdas[1], moved_to(snapshot.weights("before_round"), weights())};
    estimate_ = lambdas[2];
  }

 private:
  struct Point {
    torch::Tensor lambda;
    Weights weights;
  };

  void step() {
    Weights gradient = steps_.gradient(lambda_, weights(), state_.step);
    if (state_.step > 0) {
      const Weights before = steps_.gradient(before_step_.lambda, before_step_.weights, state_.step);
      gradient = plus(gradient, 1 - eta_, plus(direction_, -1, before));
    }
    direction_ = gradient;
    before_step_ = {lambda_, weights()};
    state_.lower = sgd_step(steps_.rule(0), state_.lower, direction_);
    ++state_.step;
  }

  // v ≈ (H + damping)⁻¹g at a point, on the mini-batches of this round whatever the point.
  Weights series_at(const Point& point) {
    const Problem& problem = context_.problem();
    const int64_t j = validation_.at(state_.system_step / schedule_.system_steps);
    const Weights g = problem.upper_derivatives(point.lambda, point.weights, validation_.rows(j)).weights;
    context_.ledger().sample_gradients += validation_.size(j) * problem.row_cost();
    Weights v = times(0, g);
    for (int64_t q = 0; q < schedule_.system_steps; ++q) {
      const int64_t k = state_.system_step + q;
      LowerCurvature curvature(problem, point.lambda, point.weights, steps_.rows(k));
      steps_.charge(k, 1, 1);
      Weights slope = plus(curvature.hessian_times(v), -1, g);
      if (schedule_.damping > 0) slope = plus(slope, schedule_.damping, v);
      v = plus(v, -schedule_.system_rate, slope);
    }
    return v;
  }

  EstimatorContext context_;
  StochasticSchedule schedule_;
  double eta_;
  SgdSteps steps_;
  FixedBatches validation_;
  torch::Tensor lambda_;
  ImplicitState state_;
  Weights direction_;       ///< the average of ∂f/∂β
  torch::Tensor estimate_;  ///< that of dF/dλ
  Point before_step_;
  Point before_round_;
};

}  // namespace

std::unique_ptr<HypergradientEstimator> make_momentum_implicit(const EstimatorContext& context,
                                                               const StochasticSchedule& schedule, double eta,
                                                               const TrainState& start) {
  return std::make_unique<MomentumImplicit>(context, schedule, eta, start);
}

}  // namespace gbho::inline internal
