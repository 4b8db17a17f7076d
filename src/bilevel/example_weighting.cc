#include "gbho/bilevel/example_weighting.h"

#include <utility>

namespace gbho {

ExampleWeighting::ExampleWeighting(torch::Tensor group, int64_t count, int64_t first)
    : group_(std::move(group)), count_(count), first_(first) {
  if (group_.lt(0).any().item<bool>()) fixed_ = group_.lt(0);
  one_each_ = group_.numel() == count_ && torch::equal(group_, torch::arange(count_, torch::kInt64));
}

torch::Tensor ExampleWeighting::weights(const torch::Tensor& lambda) const {
  torch::Tensor own = lambda.to(torch::kFloat64).narrow(1, first_, count_).sigmoid();
  if (one_each_) return own;
  const torch::Tensor group = group_.to(own.device());
  if (!fixed_.defined()) return own.index_select(1, group);
  return own.index_select(1, group.clamp_min(0)).masked_fill(fixed_.to(own.device()), 1.0);
}

torch::Tensor ExampleWeighting::lambda_gradient(const torch::Tensor& lambda, const torch::Tensor& c) const {
  const torch::NoGradGuard no_grad;
  torch::Tensor gradient = torch::zeros(lambda.sizes(), lambda.options().dtype(torch::kFloat64));
  const torch::Tensor own = lambda.to(torch::kFloat64).narrow(1, first_, count_).sigmoid();
  torch::Tensor values = c.to(own.options());
  if (fixed_.defined()) values = values.masked_fill(fixed_.to(own.device()), 0.0);
  torch::Tensor sums = values;
  if (!one_each_) {
    const torch::Tensor group = group_.to(own.device()).clamp_min(0).expand_as(values);
    sums = torch::zeros_like(own).scatter_add_(1, group, values);
  }
  gradient.narrow(1, first_, count_) += own * (1 - own) * sums;
  return gradient;
}

ExampleWeighting ExampleWeighting::extended(int64_t examples) const {
  return {torch::cat({group_, torch::full({examples}, -1, torch::kInt64)}), count_, first_};
}

ExampleWeighting ExampleWeighting::idle(int64_t examples) const {
  return {torch::full({examples}, -1, torch::kInt64), count_, first_};
}

}  // namespace gbho
