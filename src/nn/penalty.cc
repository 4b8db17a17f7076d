#include "gbho/nn/penalty.h"

#include <torch/utils.h>

#include <algorithm>
#include <utility>

#include "nn/penalty_check.h"

// Symbols: E members, n terms, S segments of a kernel, w = exp λ [E, n], a the shares of the loads.
//   strengths s_j = Σ_{(k,j)} a_kj·w_k  [E, S];   value = Σ_j s_j·r_j, r_j = ‖β_j‖² or ‖β_j‖₁

namespace gbho {
namespace {

// R = a·‖β‖₁ + b·‖β‖²
std::pair<double, double> l1_and_l2_share(const PenaltyTerm& term) {
  if (term.kind == "l1") return {1.0, 0.0};
  if (term.kind == "elastic_net") return {term.l1_ratio, 1.0 - term.l1_ratio};
  return {0.0, 1.0};
}

// Loads while they are being gathered.
struct LoadList {
  std::vector<int64_t> term;
  std::vector<int64_t> segment;
  std::vector<double> share;

  void add(size_t of_term, int64_t on_segment, double with_share) {
    if (with_share == 0) return;
    term.push_back(static_cast<int64_t>(of_term));
    segment.push_back(on_segment);
    share.push_back(with_share);
  }
};

// Where segments begin, and the end of the last: 0, every end of a range, the number of inputs.
std::vector<int64_t> segment_ends(const std::vector<PenaltyTerm>& terms, const std::vector<size_t>& present,
                                  int64_t inputs) {
  std::vector<int64_t> ends = {0, inputs};
  for (const size_t k : present) ends.insert(ends.end(), terms[k].inputs.begin(), terms[k].inputs.end());
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  return ends;
}

}  // namespace

Penalty::Penalty(const Model& model, std::vector<PenaltyTerm> terms) : terms_(std::move(terms)) {
  for (const PenaltyTerm& term : terms_) check_term(term, model);
  for (size_t p = 0; p < model.parameters().size(); ++p) {
    const Parameter& parameter = model.parameters()[p];
    if (parameter.bias) continue;
    std::vector<size_t> present;
    for (size_t k = 0; k < terms_.size(); ++k) {
      if (names_layer(terms_[k], parameter.layer)) present.push_back(k);
    }
    if (!present.empty()) kernels_.push_back(make_kernel(model, p, present));
  }
}

Penalty::Kernel Penalty::make_kernel(const Model& model, size_t parameter,
                                     const std::vector<size_t>& terms) const {
  // Kernels that are not dense matrices on the inputs have no ranges, so any number of inputs will do.
  const Parameter& shape = model.parameters()[parameter];
  const std::vector<int64_t> ends = segment_ends(terms_, terms, shape.reads_inputs ? shape.shape[1] : 1);
  Kernel kernel;
  kernel.parameter = parameter;
  kernel.segments = static_cast<int64_t>(ends.size()) - 1;
  if (kernel.segments > 1) {
    kernel.segment_of_input = torch::empty({ends.back()}, torch::kInt64);
    for (int64_t j = 0; j < kernel.segments; ++j) {
      const auto s = static_cast<size_t>(j);
      kernel.segment_of_input.slice(0, ends[s], ends[s + 1]).fill_(j);
    }
  }
  LoadList l1;
  LoadList l2;
  for (const size_t k : terms) {
    const std::vector<int64_t>& inputs = terms_[k].inputs;
    const auto [l1_share, l2_share] = l1_and_l2_share(terms_[k]);
    for (int64_t j = 0; j < kernel.segments; ++j) {
      const int64_t first = ends[static_cast<size_t>(j)];
      if (!inputs.empty() && (first < inputs[0] || first >= inputs[1])) continue;
      l1.add(k, j, l1_share);
      l2.add(k, j, l2_share);
    }
  }
  const auto as_tensors = [](const LoadList& list) {
    if (list.term.empty()) return Loads();
    return Loads{torch::tensor(list.term, torch::kInt64), torch::tensor(list.segment, torch::kInt64),
                 torch::tensor(list.share, torch::kFloat64)};
  };
  kernel.l1 = as_tensors(l1);
  kernel.l2 = as_tensors(l2);
  return kernel;
}

// [E, S] from one value per weight.
torch::Tensor Penalty::segment_sums(const Kernel& kernel, const torch::Tensor& values) {
  if (kernel.segments == 1) return values.flatten(1).sum(1, /*keepdim=*/true).to(torch::kFloat64);
  const torch::Tensor by_input = values.sum(1).to(torch::kFloat64);
  return torch::zeros({values.size(0), kernel.segments}, by_input.options())
      .index_add(1, kernel.segment_of_input.to(values.device()), by_input);
}

// [E, S] from w = exp λ.
torch::Tensor Penalty::segment_strengths(const Loads& loads, int64_t segments, const torch::Tensor& weights) {
  const Loads here = loads.to(weights.device());
  return torch::zeros({weights.size(0), segments}, weights.options())
      .index_add(1, here.segment, weights.index_select(1, here.term) * here.share);
}

torch::Tensor Penalty::value(const torch::Tensor& lambda, const Weights& weights) const {
  const torch::Tensor strengths = lambda.to(weights[0].device(), torch::kFloat64).exp();
  torch::Tensor sum = torch::zeros({weights[0].size(0)}, strengths.options());
  const auto add = [&](const Kernel& kernel, const Loads& loads, const torch::Tensor& values) {
    const torch::Tensor weight = segment_strengths(loads, kernel.segments, strengths);
    sum = sum + (weight * segment_sums(kernel, values)).sum(1);
  };
  for (const Kernel& kernel : kernels_) {
    const torch::Tensor& beta = weights[kernel.parameter];
    if (!kernel.l1.empty()) add(kernel, kernel.l1, beta.abs());
    if (!kernel.l2.empty()) add(kernel, kernel.l2, beta.square());
  }
  return sum;
}

torch::Tensor Penalty::lambda_gradient(const torch::Tensor& lambda, const Weights& weights) const {
  const torch::NoGradGuard no_grad;
  const torch::Tensor strengths = lambda.to(weights[0].device(), torch::kFloat64).exp();
  torch::Tensor regularizers = torch::zeros_like(strengths);
  const auto add = [&](const Kernel& kernel, const Loads& loads, const torch::Tensor& values) {
    const Loads here = loads.to(strengths.device());
    const torch::Tensor sums = segment_sums(kernel, values);
    regularizers.index_add_(1, here.term, sums.index_select(1, here.segment) * here.share);
  };
  for (const Kernel& kernel : kernels_) {
    const torch::Tensor& beta = weights[kernel.parameter];
    if (!kernel.l1.empty()) add(kernel, kernel.l1, beta.abs());
    if (!kernel.l2.empty()) add(kernel, kernel.l2, beta.square());
  }
  return strengths * regularizers;
}

PenaltyStrength Penalty::strength(const torch::Tensor& lambda, size_t parameter) const {
  const auto kernel = std::find_if(kernels_.begin(), kernels_.end(),
                                   [&](const Kernel& k) { return k.parameter == parameter; });
  if (kernel == kernels_.end()) return {};
  const torch::Tensor strengths = lambda.detach().to(torch::kCPU, torch::kFloat64).exp();
  const auto of = [&](const Loads& loads) -> torch::Tensor {
    if (loads.empty()) return {};
    const torch::Tensor by_segment = segment_strengths(loads, kernel->segments, strengths);
    if (kernel->segments == 1) return by_segment.squeeze(1);
    return by_segment.index_select(1, kernel->segment_of_input.to(torch::kCPU));
  };
  return {of(kernel->l2), of(kernel->l1)};
}

Penalty::Loads Penalty::Loads::to(torch::Device device) const {
  if (empty()) return {};
  return {term.to(device), segment.to(device), share.to(device)};
}

Penalty Penalty::to(torch::Device device) const {
  Penalty moved = *this;
  for (Kernel& kernel : moved.kernels_) {
    kernel.l1 = kernel.l1.to(device);
    kernel.l2 = kernel.l2.to(device);
    if (kernel.segment_of_input.defined()) kernel.segment_of_input = kernel.segment_of_input.to(device);
  }
  return moved;
}

}  // namespace gbho
