#include "gbho/nn/penalty.h"

#include <ATen/Parallel.h>
#include <torch/utils.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "nn/penalty_check.h"

// Symbols: E members, n hyperparameters, S cells of a kernel, w = exp λ [E, n], a the shares of the loads.
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
  std::vector<int64_t> lambda;
  std::vector<int64_t> cell;
  std::vector<double> share;

  void add(int64_t of_lambda, int64_t on_cell, double with_share) {
    if (with_share == 0) return;
    lambda.push_back(of_lambda);
    cell.push_back(on_cell);
    share.push_back(with_share);
  }
};

// [E, 1]. A sum to a single number LibTorch adds up in as many parts as it has threads: a network by itself
// would have other bits than the same network beside others. Two rows are added up one by one.
torch::Tensor sums_of_members(const torch::Tensor& values) {
  if (values.size(0) > 1 || values.numel() < at::internal::GRAIN_SIZE || at::get_num_threads() == 1)
    return values.sum(1, /*keepdim=*/true);
  return torch::cat({values, values}).sum(1, /*keepdim=*/true).narrow(0, 0, 1);
}

int64_t outputs_of(const Parameter& parameter) {
  return parameter.shape[0];
}

// Of a dense kernel; any number will do for others, which have no ranges.
int64_t inputs_of(const Parameter& parameter) {
  return parameter.shape.size() == 2 ? parameter.shape[1] : 1;
}

bool tells_units_apart(const PenaltyTerm& term) {
  return term.per == "unit" || term.per == "weight";
}

bool tells_inputs_apart(const PenaltyTerm& term) {
  return term.per == "input" || term.per == "weight" || !term.inputs.empty();
}

}  // namespace

/// What a term's hyperparameters are counted over: its layers, inputs, units or weights, layer after layer.
struct Penalty::Items {
  const PenaltyTerm* term = nullptr;
  int64_t first = 0;  ///< the first of its hyperparameters
  int64_t total = 0;
  std::vector<int64_t> begin;  ///< of every parameter of the model: its first item; −1: not penalized

  Items(const PenaltyTerm& of, const Model& model, int64_t first_lambda) : term(&of), first(first_lambda) {
    for (const Parameter& parameter : model.parameters()) {
      const bool present = !parameter.bias && names_layer(of, parameter.layer);
      begin.push_back(!present ? -1 : of.per == "input" ? 0 : total);
      if (!present) continue;
      if (of.per == "layer") total += 1;
      if (of.per == "input") total = inputs_of(parameter);
      if (of.per == "unit") total += outputs_of(parameter);
      if (of.per == "weight") total += outputs_of(parameter) * inputs_of(parameter);
    }
    if (of.per.empty()) total = 1;
  }

  /// A hyperparameter of its own for every weight.
  bool is_one_each() const { return term->per == "weight" && groups() == total; }

  int64_t groups() const { return term->count > 0 ? std::min(term->count, total) : total; }

  int64_t lambda(size_t parameter, int64_t unit, int64_t input, int64_t inputs) const {
    int64_t item = begin[parameter];
    if (term->per.empty()) item = 0;
    if (term->per == "input") item += input;
    if (term->per == "unit") item += unit;
    if (term->per == "weight") item += unit * inputs + input;
    return first + item * groups() / total;
  }
};

Penalty::Penalty(const Model& model, std::vector<PenaltyTerm> terms) : terms_(std::move(terms)) {
  std::vector<Items> items;
  for (const PenaltyTerm& term : terms_) {
    check_term(term, model);
    items.emplace_back(term, model, size_);
    term_sizes_.push_back(items.back().groups());
    size_ += term_sizes_.back();
  }
  for (size_t p = 0; p < model.parameters().size(); ++p) {
    std::vector<Items> present;
    for (const Items& own : items) {
      if (own.begin[p] >= 0) present.push_back(own);
    }
    if (!present.empty()) kernels_.push_back(make_kernel(model, p, present));
  }
}

Penalty::Kernel Penalty::make_kernel(const Model& model, size_t parameter,
                                     const std::vector<Items>& items) const {
  const Parameter& shape = model.parameters()[parameter];
  Kernel kernel;
  kernel.parameter = parameter;
  for (const Items& own : items) {
    if (tells_units_apart(*own.term)) kernel.units = outputs_of(shape);
    if (tells_inputs_apart(*own.term)) kernel.inputs = inputs_of(shape);
  }
  if (items.size() == 1 && items.front().is_one_each()) {
    kernel.first = items.front().lambda(parameter, 0, 0, kernel.inputs);
    std::tie(kernel.l1_share, kernel.l2_share) = l1_and_l2_share(*items.front().term);
    return kernel;
  }
  LoadList l1;
  LoadList l2;
  for (const Items& own : items) {
    const std::vector<int64_t>& range = own.term->inputs;
    const auto [l1_share, l2_share] = l1_and_l2_share(*own.term);
    for (int64_t unit = 0; unit < kernel.units; ++unit) {
      for (int64_t input = 0; input < kernel.inputs; ++input) {
        if (!range.empty() && (input < range[0] || input >= range[1])) continue;
        const int64_t lambda = own.lambda(parameter, unit, input, kernel.inputs);
        l1.add(lambda, unit * kernel.inputs + input, l1_share);
        l2.add(lambda, unit * kernel.inputs + input, l2_share);
      }
    }
  }
  const auto as_tensors = [](const LoadList& list) {
    if (list.lambda.empty()) return Loads();
    return Loads{torch::tensor(list.lambda, torch::kInt64), torch::tensor(list.cell, torch::kInt64),
                 torch::tensor(list.share, torch::kFloat64)};
  };
  kernel.l1 = as_tensors(l1);
  kernel.l2 = as_tensors(l2);
  return kernel;
}

// [E, S] from one value per weight.
torch::Tensor Penalty::cell_sums(const Kernel& kernel, const torch::Tensor& values) {
  if (kernel.cells() == 1) return sums_of_members(values.flatten(1)).to(torch::kFloat64);
  if (kernel.units == 1) return values.sum(1).to(torch::kFloat64);
  if (kernel.inputs == 1) return values.flatten(2).sum(2).to(torch::kFloat64);
  return values.flatten(1).to(torch::kFloat64);
}

// [E, S] from w = exp λ.
torch::Tensor Penalty::cell_strengths(const Loads& loads, int64_t cells, const torch::Tensor& weights) {
  const Loads here = loads.to(weights.device());
  const torch::Tensor loads_now = weights.index_select(1, here.lambda) * here.share;
  return torch::zeros({weights.size(0), cells}, weights.options())
      .scatter_add(1, here.cell.expand_as(loads_now), loads_now);
}

bool Penalty::has_lists() const {
  return std::any_of(kernels_.begin(), kernels_.end(), [](const Kernel& k) { return !k.is_direct(); });
}

torch::Tensor Penalty::value(const torch::Tensor& lambda, const Weights& weights) const {
  const torch::Tensor own = lambda.to(weights[0].device(), torch::kFloat64);
  const torch::Tensor strengths = has_lists() ? own.exp() : torch::Tensor();
  torch::Tensor sum = torch::zeros({weights[0].size(0)}, own.options());
  const auto add = [&](const Kernel& kernel, const Loads& loads, const torch::Tensor& values) {
    const torch::Tensor weight = cell_strengths(loads, kernel.cells(), strengths);
    sum = sum + (weight * cell_sums(kernel, values)).sum(1);
  };
  for (const Kernel& kernel : kernels_) {
    const torch::Tensor& beta = weights[kernel.parameter];
    if (kernel.is_direct()) sum = sum + direct_value(kernel, own, beta);
    if (!kernel.l1.empty()) add(kernel, kernel.l1, beta.abs());
    if (!kernel.l2.empty()) add(kernel, kernel.l2, beta.square());
  }
  return sum;
}

torch::Tensor Penalty::lambda_gradient(const torch::Tensor& lambda, const Weights& weights) const {
  const torch::NoGradGuard no_grad;
  const torch::Tensor own = lambda.to(weights[0].device(), torch::kFloat64);
  torch::Tensor slope = torch::zeros(own.sizes(), own.options());
  const auto add = [&](const Kernel& kernel, const Loads& loads, const torch::Tensor& values) {
    const Loads here = loads.to(own.device());
    const torch::Tensor sums = cell_sums(kernel, values);
    const torch::Tensor loaded = sums.index_select(1, here.cell) * here.share;
    slope.scatter_add_(1, here.lambda.expand_as(loaded), loaded);
  };
  for (const Kernel& kernel : kernels_) {
    const torch::Tensor& beta = weights[kernel.parameter];
    if (!kernel.l1.empty()) add(kernel, kernel.l1, beta.abs());
    if (!kernel.l2.empty()) add(kernel, kernel.l2, beta.square());
  }
  if (has_lists()) slope = own.exp() * slope;
  for (const Kernel& kernel : kernels_) {
    if (kernel.is_direct()) set_direct_slope(kernel, own, weights[kernel.parameter], slope);
  }
  return slope;
}

PenaltyStrength Penalty::strength(const torch::Tensor& lambda, size_t parameter) const {
  const auto kernel = std::find_if(kernels_.begin(), kernels_.end(),
                                   [&](const Kernel& k) { return k.parameter == parameter; });
  if (kernel == kernels_.end()) return {};
  const torch::Tensor own = lambda.detach().to(torch::kCPU, torch::kFloat64);
  if (kernel->is_direct()) return direct_strength(*kernel, own);
  const torch::Tensor strengths = own.exp();
  const auto of = [&](const Loads& loads) -> torch::Tensor {
    if (loads.empty()) return {};
    return cell_strengths(loads, kernel->cells(), strengths)
        .view({strengths.size(0), kernel->units, kernel->inputs});
  };
  return {of(kernel->l2), of(kernel->l1)};
}

Penalty::Loads Penalty::Loads::to(torch::Device device) const {
  if (empty()) return {};
  return {lambda.to(device), cell.to(device), share.to(device)};
}

Penalty Penalty::to(torch::Device device) const {
  Penalty moved = *this;
  for (Kernel& kernel : moved.kernels_) {
    kernel.l1 = kernel.l1.to(device);
    kernel.l2 = kernel.l2.to(device);
  }
  return moved;
}

}  // namespace gbho
