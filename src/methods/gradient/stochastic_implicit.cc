#include "methods/gradient/stochastic_implicit.h"

#include <algorithm>

#include "gbho/base/random.h"
#include "methods/gradient/curvature.h"
#include "methods/gradient/implicit_state.h"
#include "methods/gradient/weight_vectors.h"

// Symbols: H = ∂²f/∂β² on a mini-batch, g = ∂F/∂β on another;  v ← v − ρ((H + damping)v − g).

namespace gbho::inline internal {
namespace {

/// Mini-batches of the validation part, a new order each pass; those of the training part are the solver's.
class UpperBatches {
 public:
  UpperBatches(const Problem& problem, int64_t batch, uint64_t seed)
      : examples_(problem.upper_examples()),
        batch_(problem.network() == nullptr || batch <= 0 ? examples_ : std::min(batch, examples_)),
        stream_(seed, "implicit.validation") {}

  /// Undefined: all of them.
  torch::Tensor rows(int64_t step) {
    if (batch_ == examples_) return {};
    const int64_t per_pass = examples_ / batch_;
    if (pass_ != step / per_pass) {
      pass_ = step / per_pass;
      order_ =
          torch::tensor(stream_.child("pass " + std::to_string(pass_)).permutation(examples_), torch::kLong);
    }
    const int64_t first = step % per_pass * batch_;
    return order_.slice(0, first, first + batch_);
  }
  int64_t size() const { return batch_; }

 private:
  int64_t examples_;
  int64_t batch_;
  Stream stream_;
  int64_t pass_ = -1;
  torch::Tensor order_;
};

class StochasticImplicit : public HypergradientEstimator {
 public:
  StochasticImplicit(const EstimatorContext& context, const StochasticSchedule& schedule,
                     const TrainState& start)
      : context_(context),
        schedule_(schedule),
        steps_(context.problem(), at_constant_rate(context.options().lower), context.seed(),
               context.ledger()),
        validation_(context.problem(), context.options().lower.batch, context.seed()),
        state_(start.weights) {}

  bool advance(const torch::Tensor& lambda) override {
    lambda_ = lambda;
    const int64_t steps = schedule_.steps > 0 ? schedule_.steps : steps_.per_epoch();
    for (int64_t i = 0; i < steps; ++i) {
      if (schedule_.together) {
        step_together();
      } else {
        state_.lower =
            sgd_step(steps_.rule(0), state_.lower, steps_.gradient(lambda, weights(), state_.step));
      }
      ++state_.step;
    }
    if (!schedule_.together) solve_system();
    return state_.finite();
  }

  // λ moves once a round, so its part of the derivative is over everything.
  torch::Tensor hypergradient() override {
    return hypergradient_along(context_, lambda_, weights(), state_.solution);
  }

  Weights weights() override { return state_.lower.weights; }

  Snapshot snapshot() override { return state_.snapshot(); }
  void restore(const Snapshot& snapshot) override { state_.restore(snapshot); }

 private:
  Weights upper_gradient() {
    Weights gradient = context_.problem()
                           .upper_derivatives(lambda_, weights(), validation_.rows(state_.system_step))
                           .weights;
    context_.ledger().sample_gradients += validation_.size() * context_.problem().row_cost();
    return gradient;
  }

  Weights system_gradient(LowerCurvature& curvature, const Weights& g) const {
    Weights image = curvature.hessian_times(state_.solution);
    if (schedule_.damping > 0) image = plus(image, schedule_.damping, state_.solution);
    return plus(image, -1, g);
  }

  // Both directions at the same β and v, from the same examples: one graph serves ∇f and Hv.
  void step_together() {
    LowerCurvature curvature(context_.problem(), lambda_, weights(), steps_.rows(state_.step));
    steps_.charge(state_.step, 1, 1);
    const Weights slope = system_gradient(curvature, upper_gradient());
    ++state_.system_step;
    state_.lower = sgd_step(steps_.rule(0), state_.lower, curvature.gradient());
    state_.solution = plus(state_.solution, -schedule_.system_rate, slope);
  }

  void solve_system() {
    if (!schedule_.warm) state_.solution = times(0, state_.solution);
    Weights g = upper_gradient();
    for (int64_t i = 0; i < schedule_.system_steps; ++i) {
      if (schedule_.warm && i > 0) g = upper_gradient();
      LowerCurvature curvature(context_.problem(), lambda_, weights(), steps_.rows(state_.system_step));
      steps_.charge(state_.system_step, 1, 1);
      state_.solution = plus(state_.solution, -schedule_.system_rate, system_gradient(curvature, g));
      ++state_.system_step;
    }
  }

  EstimatorContext context_;
  StochasticSchedule schedule_;
  SgdSteps steps_;
  UpperBatches validation_;
  torch::Tensor lambda_;
  ImplicitState state_;
};

}  // namespace

LowerOptions at_constant_rate(LowerOptions lower) {
  lower.schedule = "constant";
  lower.warm_up = 0;
  return lower;
}

torch::Tensor hypergradient_along(const EstimatorContext& context, const torch::Tensor& lambda,
                                  const Weights& weights, const Weights& solution) {
  const Problem& problem = context.problem();
  const Derivatives upper = problem.upper_derivatives(lambda, weights);
  LowerCurvature curvature(problem, lambda, weights);
  const torch::Tensor indirect = curvature.mixed_times(solution);
  context.ledger().sample_gradients += problem.upper_examples() + 3 * problem.lower_examples();
  context.ledger().hessian_vector_products += 1;
  return upper.lambda.to(torch::kCPU, torch::kDouble) - indirect;
}

std::unique_ptr<HypergradientEstimator> make_stochastic_implicit(const EstimatorContext& context,
                                                                 const StochasticSchedule& schedule,
                                                                 const TrainState& start) {
  return std::make_unique<StochasticImplicit>(context, schedule, start);
}

}  // namespace gbho::inline internal
