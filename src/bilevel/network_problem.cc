#include "gbho/bilevel/network_problem.h"

#include <algorithm>
#include <functional>

#include "nn/losses.h"

namespace gbho {
namespace {

using FactorsOf = std::function<torch::Tensor(const torch::Tensor& lambda)>;

// Examples a pass: memory does not grow with the data.
constexpr int64_t kBlock = 2048;

// [E]: mean over the rows of a_i·ℓ_i.
torch::Tensor mean_loss(const Model& model, const Weights& weights, const Examples& examples,
                        const torch::Tensor& factors) {
  torch::Tensor losses =
      example_losses(model, weights, examples.x.to(weights[0].device(), weights[0].scalar_type()),
                     examples.y.to(weights[0].device()));
  if (factors.defined()) losses = losses * factors.to(losses.options());
  return losses.mean(1).to(torch::kFloat64);
}

Examples pick(const Examples& examples, const torch::Tensor& rows) {
  return {examples.x.index_select(0, rows), examples.y.index_select(0, rows)};
}

torch::Tensor pick_factors(const torch::Tensor& factors, const torch::Tensor& rows) {
  return factors.defined() ? factors.index_select(-1, rows) : factors;
}

void add(Derivatives& sum, const Derivatives& part, double share) {
  if (!sum.value.defined()) {
    sum = {part.value * share, part.lambda * share, {}};
    for (const torch::Tensor& tensor : part.weights) sum.weights.push_back(tensor * share);
    return;
  }
  sum.value += part.value * share;
  sum.lambda += part.lambda * share;
  for (size_t p = 0; p < part.weights.size(); ++p) sum.weights[p] += part.weights[p] * share;
}

// Derivatives of the mean loss over the rows, block by block. `factors_of` gives a at λ, of all the rows.
Derivatives loss_derivatives(const Model& model, const torch::Tensor& lambda, const Weights& weights,
                             const Examples& examples, const FactorsOf& factors_of) {
  Derivatives sum;
  for (int64_t first = 0; first < examples.size(); first += kBlock) {
    const int64_t count = std::min(kBlock, examples.size() - first);
    const Examples block{examples.x.narrow(0, first, count), examples.y.narrow(0, first, count)};
    const Derivatives part = differentiate(
        [&](const torch::Tensor& l, const Weights& b) {
          const torch::Tensor factors = factors_of ? factors_of(l) : torch::Tensor();
          return mean_loss(model, b, block, factors.defined() ? factors.narrow(-1, first, count) : factors);
        },
        lambda, weights);
    add(sum, part, static_cast<double>(count) / static_cast<double>(examples.size()));
  }
  return sum;
}

}  // namespace

torch::Tensor NetworkLevel::weights_of_examples(const torch::Tensor& lambda) const {
  if (weighting.size() == 0) return example_weights;
  const torch::Tensor own = weighting.weights(lambda);
  return example_weights.defined() ? own * example_weights.to(own.options()) : own;
}

Weights NetworkProblem::initial_weights(int64_t members, const Stream& stream, bool shared) const {
  return level.model->initial_weights(members, stream, shared);
}

torch::Tensor NetworkProblem::upper(const torch::Tensor& /*lambda*/, const Weights& weights) const {
  return mean_loss(*level.model, weights, validation, {});
}

torch::Tensor NetworkProblem::lower(const torch::Tensor& lambda, const Weights& weights) const {
  return mean_loss(*level.model, weights, level.train, level.weights_of_examples(lambda)) +
         level.penalty.value(lambda, weights);
}

torch::Tensor NetworkProblem::lower_batch(const torch::Tensor& lambda, const Weights& weights,
                                          const torch::Tensor& rows) const {
  if (!rows.defined()) return lower(lambda, weights);
  return mean_loss(*level.model, weights, pick(level.train, rows),
                   pick_factors(level.weights_of_examples(lambda), rows)) +
         level.penalty.value(lambda, weights);
}

Derivatives NetworkProblem::upper_derivatives(const torch::Tensor& lambda, const Weights& weights,
                                              const torch::Tensor& rows) const {
  return loss_derivatives(*level.model, lambda, weights, rows.defined() ? pick(validation, rows) : validation,
                          {});
}

Derivatives NetworkProblem::lower_derivatives(const torch::Tensor& lambda, const Weights& weights,
                                              const torch::Tensor& rows) const {
  const FactorsOf factors = [&](const torch::Tensor& l) {
    const torch::Tensor all = level.weights_of_examples(l);
    return rows.defined() ? pick_factors(all, rows) : all;
  };
  Derivatives sum = loss_derivatives(*level.model, lambda, weights,
                                     rows.defined() ? pick(level.train, rows) : level.train, factors);
  add(sum,
      differentiate([this](const torch::Tensor& l, const Weights& b) { return level.penalty.value(l, b); },
                    lambda, weights),
      1.0);
  return sum;
}

torch::Tensor NetworkProblem::lambda_slope(const torch::Tensor& lambda, const Weights& weights) const {
  torch::Tensor slope = level.penalty.lambda_gradient(lambda, weights).to(torch::kCPU);
  if (level.weighting.size() == 0) return slope;
  const torch::NoGradGuard no_grad;
  std::vector<torch::Tensor> blocks;
  for (int64_t first = 0; first < level.train.size(); first += kBlock) {
    const int64_t count = std::min(kBlock, level.train.size() - first);
    blocks.push_back(example_losses(
        *level.model, weights,
        level.train.x.narrow(0, first, count).to(weights[0].device(), weights[0].scalar_type()),
        level.train.y.narrow(0, first, count).to(weights[0].device())));
  }
  torch::Tensor losses = torch::cat(blocks, 1).to(torch::kCPU) / static_cast<double>(level.train.size());
  if (level.example_weights.defined()) losses = losses * level.example_weights.to(losses.options());
  return slope + level.weighting.lambda_gradient(lambda.to(torch::kCPU), losses);
}

}  // namespace gbho
