#include <torch/types.h>
#include <torch/utils.h>

#include <string>

#include "base/check.h"
#include "methods/gradient/estimator.h"
#include "methods/gradient/perturbation_scale.h"
#include "methods/gradient/response_settings.h"
#include "methods/gradient/response_trainer.h"
#include "methods/gradient/stn_method.h"
#include "methods/gradient/structured_response.h"

namespace gbho {
namespace {

/// Training steps of β̂ at perturbed λ, then one of λ and of the perturbations' widths on the validation part.
class StnEstimator : public HypergradientEstimator {
 public:
  StnEstimator(const EstimatorContext& context, const StnOptions& options, const TrainState& start)
      : context_(context),
        options_(options),
        trainer_(context, options, "stn",
                 structured_response(start.weights, context.space().center().unsqueeze(0)), start.epoch),
        scale_(options, context.space().size()) {}

  bool advance(const torch::Tensor& lambda) override {
    return trainer_.train(lambda, scale_.sigma(), options_.train_steps);
  }

  // F at perturbed λ, as in the paper: one pass gives the gradient in λ and in sigma.
  torch::Tensor hypergradient() override {
    Stream stream = Stream(context_.seed(), "stn.validation").child("step " + std::to_string(steps_++));
    const Perturbed around =
        perturbed(context_.space(), trainer_.response().center(), scale_.sigma(), options_.samples, stream);
    const torch::Tensor gradient = trainer_.upper_gradient(around.lambda);
    scale_.step((gradient * around.direction).mean(0));
    return gradient.mean(0, /*keepdim=*/true);
  }

  Weights weights() override { return trainer_.weights(); }

  Snapshot snapshot() override {
    Snapshot snapshot;
    trainer_.add_to(snapshot);
    scale_.add_to(snapshot);
    snapshot.add("validation_steps", torch::tensor(steps_, torch::kLong));
    return snapshot;
  }
  void restore(const Snapshot& snapshot) override {
    trainer_.restore(snapshot);
    scale_.restore(snapshot);
    steps_ = snapshot.tensor("validation_steps").item<int64_t>();
  }

 private:
  EstimatorContext context_;
  const StnOptions& options_;
  ResponseTrainer trainer_;
  PerturbationScale scale_;
  int64_t steps_ = 0;
};

}  // namespace

std::unique_ptr<Method> make_stn(StnOptions options, LoopOptions loop) {
  return std::make_unique<StnMethod>(options, loop);
}

std::string StnMethod::description() const {
  return "self-tuning networks: hypergradients through weights whose rows are learned as functions of λ";
}

std::vector<Option> StnMethod::own_options() {
  StnOptions& o = options_;
  std::vector<Option> all = {
      {"train_steps", &o.train_steps, "of training between two steps of λ", between(1, 1e7)},
      {"scale", &o.scale, "first standard deviation of the perturbed λ", above(0)},
      {"scale_min", &o.scale_min, "least standard deviation", above(0)},
      {"scale_max", &o.scale_max, "largest standard deviation", above(0).at_most(80)},
      {"scale_rate", &o.scale_rate, "Adam's step of the standard deviations, before softplus", above(0)},
      {"entropy", &o.entropy, "τ: how much wide perturbations are worth", at_least(0)}};
  for (Option& option : response_options(options_)) all.push_back(std::move(option));
  return all;
}

void StnMethod::check(const Space& /*space*/) const {
  const StnOptions& o = options_;
  check_number("stn.scale_max", o.scale_max, o.scale_max > o.scale_min, "above scale_min");
  check_number("stn.scale", o.scale, o.scale >= o.scale_min && o.scale <= o.scale_max,
               "between scale_min and scale_max");
}

void StnMethod::check_problem(const Problem& problem) const {
  GradientMethod::check_problem(problem);
  check_response_size("stn", options_, structured_numbers(problem), "use the method two_sided");
}

std::vector<std::string> StnMethod::seed_streams() const {
  return {"stn.perturbations", "stn.validation"};
}

std::unique_ptr<HypergradientEstimator> StnMethod::make_estimator(const EstimatorContext& context,
                                                                  TrainState start) const {
  return std::make_unique<StnEstimator>(context, options_, start);
}

}  // namespace gbho
