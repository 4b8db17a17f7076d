#include <torch/types.h>
#include <torch/utils.h>

#include "methods/gradient/dense_response.h"
#include "methods/gradient/estimator.h"
#include "methods/gradient/gradient_search.h"
#include "methods/gradient/hypernet_method.h"
#include "methods/gradient/response_settings.h"
#include "methods/gradient/response_trainer.h"
#include "train/training_rows.h"

namespace gbho {
namespace {

// An epoch of a problem that is no network is a single step.
constexpr int64_t kStepsOfFunctions = 10;

// Folds may differ by a step in their epochs, but not in their rounds.
int64_t steps_of_a_round(const Problem& given, const LowerOptions& lower) {
  const Problem& problem = *estimated_problems(given).front();
  return problem.network() != nullptr ? TrainingRows(problem, lower, 0).steps_per_epoch() : kStepsOfFunctions;
}

/// β̂(λ) = c + B(λ − λ_now), and dF/dλ = ∂F/∂λ + Bᵀ ∂F/∂β.
class HypernetEstimator : public HypergradientEstimator {
 public:
  HypernetEstimator(const EstimatorContext& context, const HypernetOptions& options, const TrainState& start)
      : trainer_(context, options, "hypernet",
                 dense_response(start.weights, context.space().center().unsqueeze(0)), start.epoch),
        sigma_(torch::full({context.space().size()}, options.scale, torch::kDouble)),
        steps_(options.steps > 0 ? options.steps
                                 : steps_of_a_round(context.problem(), context.options().lower)) {}

  bool advance(const torch::Tensor& lambda) override { return trainer_.train(lambda, sigma_, steps_); }

  torch::Tensor hypergradient() override { return trainer_.upper_gradient(trainer_.response().center()); }

  Weights weights() override { return trainer_.weights(); }

  Snapshot snapshot() override {
    Snapshot snapshot;
    trainer_.add_to(snapshot);
    return snapshot;
  }
  void restore(const Snapshot& snapshot) override { trainer_.restore(snapshot); }

 private:
  ResponseTrainer trainer_;
  torch::Tensor sigma_;
  int64_t steps_;
};

}  // namespace

std::unique_ptr<Method> make_hypernet(HypernetOptions options, LoopOptions loop) {
  return std::make_unique<HypernetMethod>(options, loop);
}

std::string HypernetMethod::description() const {
  return "hypernetworks: hypergradients through weights that are learned as an affine function of λ";
}

std::vector<Option> HypernetMethod::own_options() {
  std::vector<Option> all = {
      {"steps", &options_.steps, "of training in a round; 0: an epoch for networks, 10 for other problems",
       between(0, 1e7)},
      {"scale", &options_.scale, "standard deviation of the perturbed λ", above(0)}};
  for (Option& option : response_options(options_)) all.push_back(std::move(option));
  return all;
}

void HypernetMethod::settle(const Problem& problem, const LowerOptions& lower) {
  if (options_.steps == 0) options_.steps = steps_of_a_round(problem, lower);
}

void HypernetMethod::check_problem(const Problem& problem) const {
  GradientMethod::check_problem(problem);
  check_response_size("hypernet", options_, dense_numbers(problem), "use the method stn or two_sided");
}

std::vector<std::string> HypernetMethod::seed_streams() const {
  return {"hypernet.perturbations"};
}

std::unique_ptr<HypergradientEstimator> HypernetMethod::make_estimator(const EstimatorContext& context,
                                                                       TrainState start) const {
  return std::make_unique<HypernetEstimator>(context, options_, start);
}

}  // namespace gbho
