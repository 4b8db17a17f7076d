#include "methods/gradient/bome_method.h"
#include "methods/gradient/bome_step.h"
#include "methods/gradient/estimator.h"
#include "methods/gradient/weight_vectors.h"

namespace gbho {
namespace {

class BomeEstimator : public HypergradientEstimator {
 public:
  BomeEstimator(const EstimatorContext& context, const BomeOptions& options, TrainState start)
      : context_(context), options_(options), weights_(std::move(start.weights)), reached_(weights_) {}

  bool advance(const torch::Tensor& lambda) override {
    for (int64_t i = 0; i < options_.steps; ++i) {
      BomePoint point = bome_point(context_.problem(), lambda, weights_, options_.inner,
                                   rate(options_.inner_rate), context_.ledger());
      const double multiplier = bome_multiplier(point, options_.eta);
      weights_ = plus(weights_, -rate(options_.rate), bome_weight_direction(point, multiplier));
      direction_ = bome_lambda_direction(point, multiplier);
      reached_ = std::move(point.weights);
    }
    return all_finite(weights_) && all_finite(reached_) && all_finite({direction_});
  }

  // λ and β move from the same point, as in the paper: β has, in advance.
  torch::Tensor hypergradient() override { return direction_; }

  Weights weights() override { return reached_; }
  bool saw_validation() const override { return true; }

  Snapshot snapshot() override {
    Snapshot snapshot;
    snapshot.add("weights", weights_);
    snapshot.add("reached", reached_);
    return snapshot;
  }
  void restore(const Snapshot& snapshot) override {
    weights_ = moved_to(snapshot.weights("weights"), weights_);
    reached_ = moved_to(snapshot.weights("reached"), reached_);
  }

 private:
  double rate(double given) const {
    return given > 0 ? given : context_.options().lower.learning_rate.front();
  }

  EstimatorContext context_;
  const BomeOptions& options_;
  Weights weights_;
  Weights reached_;  ///< β_T of the last step
  torch::Tensor direction_;
};

}  // namespace

std::unique_ptr<Method> make_bome(BomeOptions options, LoopOptions loop) {
  return std::make_unique<BomeMethod>(options, loop);
}

std::string BomeMethod::description() const {
  return "BOME: first-order descent in the validation loss that closes the lower level's gap";
}

std::vector<Option> BomeMethod::own_options() {
  BomeOptions& o = options_;
  return {{"inner", &o.inner, "T: gradient steps from β to β_T", between(1, 1e6)},
          {"inner_rate", &o.inner_rate, "their rate; 0: lower.learning_rate", at_least(0)},
          {"eta", &o.eta, "how fast the lower level's gap must close", above(0)},
          {"rate", &o.rate, "rate of β; 0: lower.learning_rate", at_least(0)},
          {"steps", &o.steps, "steps of β in a round, each with a β_T of its own", between(1, 1e6)}};
}

std::unique_ptr<HypergradientEstimator> BomeMethod::make_estimator(const EstimatorContext& context,
                                                                   TrainState start) const {
  return std::make_unique<BomeEstimator>(context, options_, std::move(start));
}

}  // namespace gbho
