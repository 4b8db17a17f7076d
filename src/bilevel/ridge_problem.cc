#include "gbho/bilevel/ridge_problem.h"

#include <fmt/format.h>
#include <torch/utils.h>

#include <utility>

#include "gbho/base/error.h"

// Symbols: A = XᵀX/N + diag(w), b = Xᵀy/N, so β* = A⁻¹b; w = exp λ (shared or one a coefficient);
//   dβ*/dw_k = −A⁻¹ e_k β*_k,   dF/dβ = 2 X_vᵀ(X_v β − y_v)/M.

namespace gbho {
namespace {

void check_part(const char* name, const RegressionData& part) {
  const bool fits = part.x.defined() && part.y.defined() && part.x.dim() == 2 && part.y.dim() == 1 &&
                    part.x.size(0) == part.y.size(0) && part.x.size(0) > 0;
  if (!fits) throw DataError(fmt::format("ridge regression: the {} part needs x [N, d] and y [N]", name));
}

// [E, N]: Xβ − y for every member.
torch::Tensor residuals(const RegressionData& part, const torch::Tensor& beta) {
  return torch::matmul(beta, part.x.t()) - part.y.unsqueeze(0);
}

}  // namespace

RidgeProblem::RidgeProblem(RegressionData train, RegressionData validation, Space space)
    : train_(std::move(train)), validation_(std::move(validation)), space_(std::move(space)) {
  check_part("training", train_);
  check_part("validation", validation_);
  const int64_t d = train_.x.size(1);
  if (validation_.x.size(1) != d) {
    throw DataError(fmt::format("ridge regression: {} features to train on and {} to validate on", d,
                                validation_.x.size(1)));
  }
  if (space_.size() != 1 && space_.size() != d) {
    throw ConfigError(fmt::format(
        "ridge regression: {} hyperparameters for {} coefficients; give one for all, or one for each",
        space_.size(), d));
  }
  for (RegressionData* part : {&train_, &validation_}) {
    part->x = part->x.to(torch::kFloat64);
    part->y = part->y.to(torch::kFloat64);
  }
  parameters_ = {{"coefficients", "coefficients", false, {d}, d, 1}};
}

Weights RidgeProblem::initial_weights(int64_t members, const Stream& /*stream*/, bool /*shared*/) const {
  return {torch::zeros({members, train_.x.size(1)}, torch::kFloat64)};
}

torch::Tensor RidgeProblem::upper(const torch::Tensor& /*lambda*/, const Weights& weights) const {
  return residuals(validation_, weights[0]).square().mean(1);
}

torch::Tensor RidgeProblem::lower(const torch::Tensor& lambda, const Weights& weights) const {
  return residuals(train_, weights[0]).square().mean(1) + (strengths(lambda) * weights[0].square()).sum(1);
}

torch::Tensor RidgeProblem::strengths(const torch::Tensor& lambda) const {
  return lambda.to(torch::kFloat64).exp().expand({lambda.size(0), train_.x.size(1)});
}

torch::Tensor RidgeProblem::solution(const torch::Tensor& lambda) const {
  const torch::NoGradGuard no_grad;
  const auto count = static_cast<double>(train_.x.size(0));
  const torch::Tensor gram = torch::matmul(train_.x.t(), train_.x) / count;
  const torch::Tensor a = gram.unsqueeze(0) + torch::diag_embed(strengths(lambda));
  const torch::Tensor b = torch::matmul(train_.x.t(), train_.y) / count;
  return at::linalg_solve(a, b.expand({lambda.size(0), -1}).unsqueeze(2)).squeeze(2);
}

torch::Tensor RidgeProblem::hypergradient(const torch::Tensor& lambda) const {
  const torch::NoGradGuard no_grad;
  const torch::Tensor beta = solution(lambda);
  const auto count = static_cast<double>(train_.x.size(0));
  const torch::Tensor w = strengths(lambda);
  const torch::Tensor a = (torch::matmul(train_.x.t(), train_.x) / count).unsqueeze(0) + torch::diag_embed(w);
  const torch::Tensor gradient = 2.0 / static_cast<double>(validation_.x.size(0)) *
                                 torch::matmul(residuals(validation_, beta), validation_.x);
  const torch::Tensor adjoint = at::linalg_solve(a, gradient.unsqueeze(2)).squeeze(2);
  const torch::Tensor each = -adjoint * beta * w;
  return space_.size() == 1 ? each.sum(1, /*keepdim=*/true) : each;
}

}  // namespace gbho
