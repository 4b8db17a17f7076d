#include "gbho/bilevel/network_problem.h"

#include <algorithm>
#include <functional>

#include "nn/losses.h"

namespace gbho {
namespace {

// What λ makes of the loss: a, and the smoothing of labels.
struct LossAt {
  torch::Tensor factors;
  torch::Tensor smoothing;
};
using LossOf = std::function<LossAt(const torch::Tensor& lambda)>;

// Examples a pass: memory does not grow with the data.
constexpr int64_t kBlock = 2048;

torch::Tensor logits_at(const Model& model, const Weights& weights, const torch::Tensor& x) {
  return model.logits(weights, x.to(weights[0].device(), weights[0].scalar_type()));
}

// [E]: mean over the rows of a_i·ℓ_i.
torch::Tensor mean_loss(const Model& model, const Weights& weights, const Examples& examples,
                        const LossAt& loss) {
  torch::Tensor losses = smoothed_losses(logits_at(model, weights, examples.x),
                                         examples.y.to(weights[0].device()), loss.smoothing);
  if (loss.factors.defined()) losses = losses * loss.factors.to(losses.options());
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

// Derivatives of the mean loss over the rows, block by block. `loss_of` gives the loss at λ, of all the rows.
Derivatives loss_derivatives(const Model& model, const torch::Tensor& lambda, const Weights& weights,
                             const Examples& examples, const LossOf& loss_of) {
  Derivatives sum;
  for (int64_t first = 0; first < examples.size(); first += kBlock) {
    const int64_t count = std::min(kBlock, examples.size() - first);
    const Examples block{examples.x.narrow(0, first, count), examples.y.narrow(0, first, count)};
    const Derivatives part = differentiate(
        [&](const torch::Tensor& l, const Weights& b) {
          LossAt loss = loss_of ? loss_of(l) : LossAt();
          if (loss.factors.defined()) loss.factors = loss.factors.narrow(-1, first, count);
          return mean_loss(model, b, block, loss);
        },
        lambda, weights);
    add(sum, part, static_cast<double>(count) / static_cast<double>(examples.size()));
  }
  return sum;
}

}  // namespace

torch::Tensor NetworkLevel::weights_of_examples(const torch::Tensor& lambda) const {
  torch::Tensor product = example_weights;
  const auto times = [&](const torch::Tensor& own) {
    product = product.defined() ? own * product.to(own.options()) : own;
  };
  if (weighting.size() > 0) times(weighting.weights(lambda));
  if (!terms.class_weight.empty()) times(terms.weights_of_labels(lambda, train.y));
  return product;
}

std::vector<std::string> NetworkProblem::training_only() const {
  const TrainingTerms& terms = level.terms;
  std::vector<std::string> names;
  const auto add = [&](int64_t place) {
    if (place < 0) return;
    const std::string& name = box.dimension(place).name;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  add(terms.learning_rate);
  for (const int64_t place : terms.dropout) add(place);
  add(terms.input_noise);
  return names;
}

Weights NetworkProblem::initial_weights(int64_t members, const Stream& stream, bool shared) const {
  return level.model->initial_weights(members, stream, shared);
}

torch::Tensor NetworkProblem::upper(const torch::Tensor& /*lambda*/, const Weights& weights) const {
  return mean_loss(*level.model, weights, validation, {});
}

torch::Tensor NetworkProblem::lower(const torch::Tensor& lambda, const Weights& weights) const {
  return mean_loss(*level.model, weights, level.train,
                   {level.weights_of_examples(lambda), level.terms.smoothing(lambda)}) +
         level.penalty.value(lambda, weights);
}

torch::Tensor NetworkProblem::lower_batch(const torch::Tensor& lambda, const Weights& weights,
                                          const torch::Tensor& rows) const {
  if (!rows.defined()) return lower(lambda, weights);
  return mean_loss(*level.model, weights, pick(level.train, rows),
                   {pick_factors(level.weights_of_examples(lambda), rows), level.terms.smoothing(lambda)}) +
         level.penalty.value(lambda, weights);
}

Derivatives NetworkProblem::upper_derivatives(const torch::Tensor& lambda, const Weights& weights,
                                              const torch::Tensor& rows) const {
  return loss_derivatives(*level.model, lambda, weights, rows.defined() ? pick(validation, rows) : validation,
                          {});
}

Derivatives NetworkProblem::lower_derivatives(const torch::Tensor& lambda, const Weights& weights,
                                              const torch::Tensor& rows) const {
  const LossOf loss = [&](const torch::Tensor& l) -> LossAt {
    const torch::Tensor all = level.weights_of_examples(l);
    return {rows.defined() ? pick_factors(all, rows) : all, level.terms.smoothing(l)};
  };
  Derivatives sum = loss_derivatives(*level.model, lambda, weights,
                                     rows.defined() ? pick(level.train, rows) : level.train, loss);
  add(sum,
      differentiate([this](const torch::Tensor& l, const Weights& b) { return level.penalty.value(l, b); },
                    lambda, weights),
      1.0);
  return sum;
}

torch::Tensor NetworkProblem::lambda_slope(const torch::Tensor& lambda, const Weights& weights) const {
  torch::Tensor slope = level.penalty.lambda_gradient(lambda, weights).to(torch::kCPU);
  if (level.terms.change_loss()) return slope + loss_slope(lambda.to(torch::kCPU), weights);
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

// ∂/∂λ of mean_i a_i·((1 − s)·ℓ_i + s·(mean of ℓ over all classes)): λ is in a and in s.
torch::Tensor NetworkProblem::loss_slope(const torch::Tensor& lambda, const Weights& weights) const {
  std::vector<torch::Tensor> plain;
  std::vector<torch::Tensor> spread;
  for (int64_t first = 0; first < level.train.size(); first += kBlock) {
    const torch::NoGradGuard no_grad;
    const int64_t count = std::min(kBlock, level.train.size() - first);
    const torch::Tensor z = logits_at(*level.model, weights, level.train.x.narrow(0, first, count));
    const torch::Tensor y = level.train.y.narrow(0, first, count).to(z.device());
    const torch::Tensor all = torch::ones({z.size(0)}, z.options());
    plain.push_back(logit_losses(z, y).to(torch::kCPU, torch::kFloat64));
    spread.push_back(smoothed_losses(z, y, all).to(torch::kCPU, torch::kFloat64));
  }
  const torch::Tensor hard = torch::cat(plain, 1);
  const torch::Tensor soft = torch::cat(spread, 1) - hard;
  const torch::Tensor point = lambda.detach().to(torch::kFloat64).clone().requires_grad_();
  torch::Tensor losses = hard;
  if (level.terms.label_smoothing >= 0) {
    losses = losses + level.terms.smoothing(point).unsqueeze(1) * soft;
  }
  const torch::Tensor factors = level.weights_of_examples(point);
  if (factors.defined()) losses = losses * factors;
  losses.mean(1).sum().backward();
  return point.grad();
}

}  // namespace gbho
