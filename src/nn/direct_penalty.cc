#include <torch/utils.h>

#include <algorithm>

#include "gbho/nn/penalty.h"

// Kernels with a hyperparameter for every weight, maybe a million: value = Σ_j e^λ_j·r(β_j). Cells are gone
// through in parts, so that next to nothing is needed beside λ and β, and sums do not depend on threads. A λ
// that is one number for all of them, as searches begin with, costs what one hyperparameter does.

namespace gbho {
namespace {

// LibTorch shares longer sums out among threads.
constexpr int64_t kPart = 16384;

template <typename Visit>
void for_each_part(int64_t cells, const Visit& visit) {
  for (int64_t first = 0; first < cells; first += kPart) visit(first, std::min(kPart, cells - first));
}

// One number a row. Not where it is differentiated: the gradient has a place for every hyperparameter.
bool is_constant(const torch::Tensor& lambda) {
  return lambda.size(1) > 1 && lambda.stride(1) == 0 && !lambda.requires_grad();
}

// [1, S] where all members have the same λ.
torch::Tensor distinct_rows(const torch::Tensor& lambda) {
  return lambda.size(0) > 1 && lambda.stride(0) == 0 ? lambda.narrow(0, 0, 1) : lambda;
}

}  // namespace

torch::Tensor Penalty::direct_value(const Kernel& kernel, const torch::Tensor& lambda,
                                    const torch::Tensor& beta) {
  const torch::Tensor own = lambda.narrow(1, kernel.first, kernel.cells());
  const torch::Tensor flat = beta.flatten(1);
  torch::Tensor sum = torch::zeros({beta.size(0)}, lambda.options());
  const auto add = [&](const torch::Tensor& strength, const torch::Tensor& values) {
    sum = sum + (strength * values.to(torch::kFloat64)).sum(1);
  };
  if (is_constant(own)) {
    const torch::Tensor strength = own.narrow(1, 0, 1).exp();
    if (kernel.l1_share != 0) add(strength * kernel.l1_share, flat.abs().sum(1, /*keepdim=*/true));
    if (kernel.l2_share != 0) add(strength * kernel.l2_share, flat.square().sum(1, /*keepdim=*/true));
    return sum;
  }
  for_each_part(kernel.cells(), [&](int64_t first, int64_t count) {
    const torch::Tensor strength = own.narrow(1, first, count).exp();
    const torch::Tensor part = flat.narrow(1, first, count);
    if (kernel.l1_share != 0) add(strength * kernel.l1_share, part.abs());
    if (kernel.l2_share != 0) add(strength * kernel.l2_share, part.square());
  });
  return sum;
}

void Penalty::set_direct_slope(const Kernel& kernel, const torch::Tensor& lambda, const torch::Tensor& beta,
                               torch::Tensor& slope) {
  const torch::Tensor own = distinct_rows(lambda.narrow(1, kernel.first, kernel.cells()));
  const torch::Tensor flat = beta.flatten(1);
  torch::Tensor target = slope.narrow(1, kernel.first, kernel.cells());
  for_each_part(kernel.cells(), [&](int64_t first, int64_t count) {
    const torch::Tensor part = flat.narrow(1, first, count);
    torch::Tensor size = torch::zeros({part.size(0), count}, lambda.options());
    if (kernel.l1_share != 0) size += part.abs().to(torch::kFloat64) * kernel.l1_share;
    if (kernel.l2_share != 0) size += part.square().to(torch::kFloat64) * kernel.l2_share;
    target.narrow(1, first, count).copy_(own.narrow(1, first, count).exp() * size);
  });
}

// As the kernels have them, in single precision, where there are many.
PenaltyStrength Penalty::direct_strength(const Kernel& kernel, const torch::Tensor& lambda) {
  const int64_t members = lambda.size(0);
  const torch::Tensor own = distinct_rows(lambda.narrow(1, kernel.first, kernel.cells()));
  const auto of = [&](double share) -> torch::Tensor {
    if (share == 0) return {};
    if (is_constant(own)) {
      return (own.narrow(1, 0, 1).exp() * share).unsqueeze(2).expand({members, 1, 1});
    }
    const auto type = kernel.cells() > kPart ? torch::kFloat32 : torch::kFloat64;
    const torch::Tensor all = torch::empty({own.size(0), kernel.cells()}, type);
    for_each_part(kernel.cells(), [&](int64_t first, int64_t count) {
      all.narrow(1, first, count).copy_(own.narrow(1, first, count).exp() * share);
    });
    return all.view({own.size(0), kernel.units, kernel.inputs}).expand({members, -1, -1});
  };
  return {of(kernel.l2_share), of(kernel.l1_share)};
}

}  // namespace gbho
