#include "methods/gradient/response_trainer.h"

#include <torch/autograd.h>
#include <torch/utils.h>

#include <string>
#include <utility>

namespace gbho::inline internal {
namespace {

// Draws that are no mirror images of others.
int64_t free_draws(int64_t samples) {
  return (samples + 1) / 2;
}

// Near β*, the gradient of a slope's error D is H·D·A, with A the mean of zzᵀ over q draws: E[A] = I and
// E[A²] = (1 + (n + 1)/q)·I. With this part of a step, D shrinks in the mean square wherever a whole step of
// plain gradient descent on f would not diverge.
double steady_part(int64_t samples, int64_t hyperparameters) {
  const auto q = static_cast<double>(free_draws(samples));
  return q / (q + static_cast<double>(hyperparameters) + 1);
}

}  // namespace

Perturbed perturbed(const Space& space, const torch::Tensor& lambda, const torch::Tensor& sigma,
                    int64_t samples, Stream& stream) {
  torch::Tensor z = torch::empty({free_draws(samples), space.size()}, torch::kDouble);
  for (double *value = z.data_ptr<double>(), *end = value + z.numel(); value != end; ++value) {
    *value = stream.normal();
  }
  z = torch::cat({z, -z}).slice(0, 0, samples);
  const torch::Tensor drawn = lambda + sigma * z;
  const torch::Tensor inside = space.clamp(drawn);
  return {inside, torch::where(inside == drawn, z, torch::zeros_like(z))};
}

ResponseTrainer::ResponseTrainer(const EstimatorContext& context, const ResponseOptions& options,
                                 const std::string& method, BestResponse response, int64_t first_epoch)
    : context_(context),
      options_(options),
      response_(std::move(response)),
      optimizer_(context.options().lower,
                 {options.rate, options.slope_rate, steady_part(options.samples, context.space().size())}),
      rows_(context.problem(), context.options().lower, context.seed()),
      first_step_(first_epoch * rows_.steps_per_epoch()),
      stream_(context.seed(), method + ".perturbations") {}

bool ResponseTrainer::train(const torch::Tensor& lambda, const torch::Tensor& sigma, int64_t steps) {
  response_.recenter(lambda);
  for (int64_t i = 0; i < steps; ++i) step(lambda, sigma);
  return response_.is_finite();
}

void ResponseTrainer::step(const torch::Tensor& lambda, const torch::Tensor& sigma) {
  Stream stream = stream_.child("step " + std::to_string(steps_));
  const torch::Tensor around = perturbed(context_.space(), lambda, sigma, options_.samples, stream).lambda;
  const torch::Tensor loss =
      context_.problem()
          .lower_batch(around, response_.weights_at(around), rows_.rows(first_step_ + steps_))
          .mean();
  optimizer_.step(response_, torch::autograd::grad({loss}, response_.tensors(), {}, false, false, true),
                  sigma);
  context_.ledger().sample_gradients += options_.samples * rows_.examples(first_step_ + steps_);
  ++steps_;
}

torch::Tensor ResponseTrainer::upper_gradient(const torch::Tensor& lambda) const {
  context_.ledger().sample_gradients += lambda.size(0) * context_.problem().upper_examples();
  return response_gradient(context_.problem(), response_, lambda);
}

Weights ResponseTrainer::weights() const {
  const torch::NoGradGuard no_grad;
  return response_.weights_at(response_.center());
}

void ResponseTrainer::add_to(Snapshot& snapshot) const {
  response_.add_to(snapshot);
  optimizer_.add_to(snapshot);
  snapshot.add("response_steps", torch::tensor(steps_, torch::kLong));
}

void ResponseTrainer::restore(const Snapshot& snapshot) {
  response_.restore(snapshot);
  optimizer_.restore(snapshot, response_.tensors().front().device());
  steps_ = snapshot.tensor("response_steps").item<int64_t>();
}

}  // namespace gbho::inline internal
