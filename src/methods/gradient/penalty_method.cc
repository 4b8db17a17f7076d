#include "methods/gradient/penalty_method.h"

#include <algorithm>

#include "base/check.h"
#include "methods/gradient/estimator.h"
#include "methods/gradient/penalty_step.h"
#include "methods/gradient/weights_adam.h"

// Ψ(λ, β) = F + ρ/2‖g‖² + ν·g, g = ∂f/∂β: the augmented Lagrangian of min F subject to g = 0.

namespace gbho {
namespace {

class PenaltyEstimator : public HypergradientEstimator {
 public:
  PenaltyEstimator(const EstimatorContext& context, const PenaltyMethodOptions& options, TrainState start)
      : context_(context),
        options_(options),
        weights_(std::move(start.weights)),
        adam_(weights_, options.rate),
        terms_{options.rho, times(0, weights_)} {}

  bool advance(const torch::Tensor& lambda) override {
    lambda_ = lambda;
    if (rounds_ > 0 && rounds_ % options_.period == 0) begin_period();
    ++rounds_;
    for (int64_t i = 0; i < options_.inner; ++i) {
      weights_ = adam_.next(weights_, penalty_weight_gradient(context_.problem(), lambda_, weights_, terms_,
                                                              draw(), context_.ledger()));
    }
    return all_finite(weights_);
  }

  torch::Tensor hypergradient() override {
    return penalty_lambda_gradient(context_.problem(), lambda_, weights_, terms_, draw(), context_.ledger());
  }

  Weights weights() override { return weights_; }
  bool saw_validation() const override { return true; }

  Snapshot snapshot() override {
    Snapshot snapshot;
    snapshot.add("weights", weights_);
    adam_.save("adam", snapshot);
    snapshot.add("nu", terms_.nu);
    snapshot.add("rho", torch::tensor(terms_.rho, torch::kDouble));
    snapshot.add("counts", torch::tensor(std::vector<int64_t>{rounds_, draws_}, torch::kLong));
    return snapshot;
  }
  void restore(const Snapshot& snapshot) override {
    weights_ = moved_to(snapshot.weights("weights"), weights_);
    adam_.restore("adam", snapshot);
    terms_.nu = moved_to(snapshot.weights("nu"), terms_.nu);
    terms_.rho = snapshot.tensor("rho").item<double>();
    rounds_ = snapshot.tensor("counts")[0].item<int64_t>();
    draws_ = snapshot.tensor("counts")[1].item<int64_t>();
  }

 private:
  // ν ← ν + ρg, and a larger ρ. Only now: in the rounds before, ρg + ν was the estimate of the multipliers.
  void begin_period() {
    if (options_.multiplier) {
      const Derivatives lower = context_.problem().lower_derivatives(lambda_, weights_);
      context_.ledger().sample_gradients += context_.problem().lower_examples();
      terms_.nu = plus(terms_.nu, terms_.rho, lower.weights);
    }
    terms_.rho = std::min(terms_.rho * options_.growth, options_.rho_max);
  }

  PenaltyRows draw() {
    const NetworkProblem* network = context_.problem().network();
    if (options_.batch == 0 || network == nullptr) return {};
    const Stream stream = Stream(context_.seed(), "penalty.rows").child("draw " + std::to_string(draws_++));
    return {rows_of(network->validation, stream.child("validation")),
            rows_of(network->level.train, stream.child("gradient")),
            rows_of(network->level.train, stream.child("curvature"))};
  }

  torch::Tensor rows_of(const Examples& examples, Stream stream) const {
    std::vector<int64_t> rows = stream.permutation(examples.size());
    rows.resize(static_cast<size_t>(std::min(options_.batch, examples.size())));
    return torch::tensor(rows, torch::kLong).to(examples.x.device());
  }

  EstimatorContext context_;
  const PenaltyMethodOptions& options_;
  torch::Tensor lambda_;
  Weights weights_;
  WeightsAdam adam_;
  PenaltyTerms terms_;
  int64_t rounds_ = 0;
  int64_t draws_ = 0;
};

}  // namespace

std::unique_ptr<Method> make_penalty(PenaltyMethodOptions options, LoopOptions loop) {
  return std::make_unique<PenaltyMethod>(options, loop);
}

std::string PenaltyMethod::description() const {
  return "penalty method: λ and β minimize F with the lower level's gradient as a penalty, without an "
         "inverse";
}

std::vector<Option> PenaltyMethod::own_options() {
  PenaltyMethodOptions& o = options_;
  return {{"inner", &o.inner, "steps of Adam in β, each round", between(1, 1e6)},
          {"rate", &o.rate, "Adam's step of β", above(0)},
          {"rho", &o.rho, "factor of ½‖∂f/∂β‖² in the first period", above(0)},
          {"growth", &o.growth, "factor of rho, each period", at_least(1)},
          {"rho_max", &o.rho_max, "rho grows no further", above(0)},
          {"period", &o.period, "rounds with the same rho and multipliers", at_least(1)},
          {"multiplier", &o.multiplier, "multipliers ν of ∂f/∂β = 0 on top, renewed each period"},
          {"batch", &o.batch, "networks: examples a draw, of either part; 0: all of them", at_least(0)}};
}

void PenaltyMethod::check(const Space& /*space*/) const {
  check_number("penalty.rho_max", options_.rho_max, options_.rho_max >= options_.rho, "at least penalty.rho");
}

std::unique_ptr<HypergradientEstimator> PenaltyMethod::make_estimator(const EstimatorContext& context,
                                                                      TrainState start) const {
  return std::make_unique<PenaltyEstimator>(context, options_, std::move(start));
}

}  // namespace gbho
