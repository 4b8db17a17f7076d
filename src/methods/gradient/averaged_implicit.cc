#include <fmt/format.h>

#include "gbho/base/error.h"
#include "methods/gradient/averaged_gradient.h"
#include "methods/gradient/curvature.h"
#include "methods/gradient/fixed_batches.h"
#include "methods/gradient/implicit_state.h"
#include "methods/gradient/stochastic_implicit.h"

// SABA (Dagréou et al. 2022). Symbols: H = ∂²f/∂β² on a mini-batch, g = ∂F/∂β on another; ĝ: an average over
// batches.

namespace gbho::inline internal {
namespace {

// Of what is kept for all batches.
constexpr double kMostBytes = 4e9;

int64_t batch_of(const EstimatorContext& context) {
  return context.problem().network() == nullptr ? 0 : context.options().lower.batch;
}

class AveragedImplicit : public HypergradientEstimator {
 public:
  AveragedImplicit(const EstimatorContext& context, const StochasticSchedule& schedule,
                   const TrainState& start)
      : context_(context),
        schedule_(schedule),
        rule_{context.options().lower.learning_rate.front(), context.options().lower.momentum.front(),
              context.options().lower.nesterov},
        training_(context.problem().lower_examples(), batch_of(context), context.seed(), "saba.training"),
        validation_(context.problem().upper_examples(), batch_of(context), context.seed(), "saba.validation"),
        state_(start.weights) {
    check_memory();
    lower_.emplace(weights(), training_.count());
    image_.emplace(weights(), training_.count());
    upper_.emplace(weights(), validation_.count());
  }

  bool advance(const torch::Tensor& lambda) override {
    lambda_ = lambda;
    const int64_t steps = schedule_.steps > 0 ? schedule_.steps : training_.count();
    for (int64_t i = 0; i < steps; ++i) step();
    return state_.finite();
  }

  torch::Tensor hypergradient() override {
    return hypergradient_along(context_, lambda_, weights(), state_.solution);
  }

  Weights weights() override { return state_.lower.weights; }

  Snapshot snapshot() override {
    Snapshot snapshot = state_.snapshot();
    lower_->save("lower", snapshot);
    image_->save("image", snapshot);
    upper_->save("upper", snapshot);
    return snapshot;
  }
  void restore(const Snapshot& snapshot) override {
    state_.restore(snapshot);
    lower_->restore("lower", snapshot);
    image_->restore("image", snapshot);
    upper_->restore("upper", snapshot);
  }

 private:
  void check_memory() const {
    const double bytes = static_cast<double>(bytes_of(state_.lower.weights)) *
                         static_cast<double>(2 * training_.count() + validation_.count());
    if (bytes <= kMostBytes) return;
    throw ConfigError(
        "lower.batch",
        fmt::format(" = {}: saba keeps two gradients for each of {} batches, {:.1f} GB; use larger "
                    "batches, or soba",
                    context_.options().lower.batch, training_.count(), bytes / 1e9));
  }

  // Both directions at the same β and v, from the same examples: one graph serves ∇f and Hv.
  void step() {
    const Problem& problem = context_.problem();
    const int64_t k = training_.at(state_.step);
    const int64_t j = validation_.at(state_.step);
    LowerCurvature curvature(problem, lambda_, weights(), training_.rows(k));
    const Weights g = upper_->next(
        j, validation_.share(j), problem.upper_derivatives(lambda_, weights(), validation_.rows(j)).weights);
    Weights slope = image_->next(k, training_.share(k), curvature.hessian_times(state_.solution));
    if (schedule_.damping > 0) slope = plus(slope, schedule_.damping, state_.solution);
    const Weights gradient = lower_->next(k, training_.share(k), curvature.gradient());
    state_.lower = sgd_step(rule_, state_.lower, gradient);
    state_.solution = plus(state_.solution, -schedule_.system_rate, plus(slope, -1, g));
    context_.ledger().sample_gradients += (3 * training_.size(k) + validation_.size(j)) * problem.row_cost();
    ++context_.ledger().hessian_vector_products;
    ++state_.step;
  }

  EstimatorContext context_;
  StochasticSchedule schedule_;
  SgdRule rule_;
  FixedBatches training_;
  FixedBatches validation_;
  torch::Tensor lambda_;
  ImplicitState state_;
  std::optional<AveragedGradient> lower_;  ///< of ∂f/∂β
  std::optional<AveragedGradient> image_;  ///< of Hv
  std::optional<AveragedGradient> upper_;  ///< of ∂F/∂β
};

}  // namespace

std::unique_ptr<HypergradientEstimator> make_averaged_implicit(const EstimatorContext& context,
                                                               const StochasticSchedule& schedule,
                                                               const TrainState& start) {
  return std::make_unique<AveragedImplicit>(context, schedule, start);
}

}  // namespace gbho::inline internal
