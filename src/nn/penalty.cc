#include "gbho/nn/penalty.h"

#include <fmt/format.h>
#include <torch/utils.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "gbho/base/error.h"

namespace gbho {
namespace {

// R = a·‖β‖₁ + b·‖β‖²
std::pair<double, double> l1_and_l2_share(const PenaltyTerm& term) {
  if (term.kind == "l1") return {1.0, 0.0};
  if (term.kind == "elastic_net") return {term.l1_ratio, 1.0 - term.l1_ratio};
  return {0.0, 1.0};
}

void check_term(const PenaltyTerm& term, const std::vector<std::string>& layers) {
  static const std::vector<std::string> kinds = {"l2", "l1", "elastic_net"};
  if (std::find(kinds.begin(), kinds.end(), term.kind) == kinds.end()) {
    throw ConfigError(fmt::format("hyperparameter '{}': kind = \"{}\" is not known{}; choose one of: {}",
                                  term.name, term.kind, did_you_mean(term.kind, kinds), joined(kinds)));
  }
  if (!(term.l1_ratio >= 0 && term.l1_ratio <= 1)) {
    throw ConfigError(
        fmt::format("hyperparameter '{}': l1_ratio = {} must lie between 0 and 1", term.name, term.l1_ratio));
  }
  for (const std::string& layer : term.layers) {
    if (std::find(layers.begin(), layers.end(), layer) == layers.end()) {
      throw ConfigError(
          fmt::format("hyperparameter '{}': the model has no layer \"{}\"{}; its layers are: {}", term.name,
                      layer, did_you_mean(layer, layers), joined(layers)));
    }
  }
}

}  // namespace

Penalty::Penalty(const Model& model, std::vector<PenaltyTerm> terms) : terms_(std::move(terms)) {
  const std::vector<std::string> layers = model.layers();
  for (const PenaltyTerm& term : terms_) {
    check_term(term, layers);
    std::vector<size_t> members;
    for (size_t p = 0; p < model.parameters().size(); ++p) {
      const Parameter& parameter = model.parameters()[p];
      const bool named = term.layers.empty() || std::find(term.layers.begin(), term.layers.end(),
                                                          parameter.layer) != term.layers.end();
      if (named && !parameter.bias) members.push_back(p);
    }
    members_.push_back(std::move(members));
  }
}

torch::Tensor Penalty::regularizer(size_t term, const Weights& weights) const {
  const auto [l1, l2] = l1_and_l2_share(terms_[term]);
  torch::Tensor sum = torch::zeros({weights[0].size(0)}, weights[0].options().dtype(torch::kFloat64));
  for (const size_t p : members_[term]) {
    const torch::Tensor flat = weights[p].flatten(1);
    if (l1 != 0) sum = sum + l1 * flat.abs().sum(1).to(torch::kFloat64);
    if (l2 != 0) sum = sum + l2 * flat.square().sum(1).to(torch::kFloat64);
  }
  return sum;
}

torch::Tensor Penalty::value(const torch::Tensor& lambda, const Weights& weights) const {
  torch::Tensor sum = torch::zeros({weights[0].size(0)}, weights[0].options().dtype(torch::kFloat64));
  const torch::Tensor strengths = lambda.to(weights[0].device(), torch::kFloat64).exp();
  for (size_t k = 0; k < terms_.size(); ++k) {
    sum = sum + strengths.select(1, static_cast<int64_t>(k)) * regularizer(k, weights);
  }
  return sum;
}

torch::Tensor Penalty::lambda_gradient(const torch::Tensor& lambda, const Weights& weights) const {
  const torch::NoGradGuard no_grad;
  const torch::Tensor strengths = lambda.to(weights[0].device(), torch::kFloat64).exp();
  torch::Tensor gradient = torch::zeros_like(strengths);
  for (size_t k = 0; k < terms_.size(); ++k) {
    const auto column = static_cast<int64_t>(k);
    gradient.select(1, column).copy_(strengths.select(1, column) * regularizer(k, weights));
  }
  return gradient;
}

PenaltyStrength Penalty::strength(const torch::Tensor& lambda, size_t parameter) const {
  PenaltyStrength strength;
  const torch::Tensor strengths = lambda.detach().to(torch::kCPU, torch::kFloat64).exp();
  for (size_t k = 0; k < terms_.size(); ++k) {
    if (std::find(members_[k].begin(), members_[k].end(), parameter) == members_[k].end()) continue;
    const auto [l1, l2] = l1_and_l2_share(terms_[k]);
    const torch::Tensor weight = strengths.select(1, static_cast<int64_t>(k));
    if (l1 != 0) strength.l1 = strength.l1.defined() ? strength.l1 + l1 * weight : l1 * weight;
    if (l2 != 0) strength.l2 = strength.l2.defined() ? strength.l2 + l2 * weight : l2 * weight;
  }
  return strength;
}

}  // namespace gbho
