#pragma once

#include <vector>

#include "gbho/bilevel/problem.h"

namespace gbho {

/// A regression task in double precision: x [N, d], y [N].
struct RegressionData {
  torch::Tensor x;
  torch::Tensor y;
};

/// Ridge regression, the one bilevel problem of practice whose lower level has a closed form:
///   f = ‖Xβ − y‖²/N + Σ_k exp(λ_k)·‖β_k‖²,   F = ‖X_v β − y_v‖²/M.
/// With one hyperparameter every coefficient is penalized alike; with d of them, each by its own.
class RidgeProblem : public Problem {
 public:
  /// Throws ConfigError or DataError when the shapes do not fit.
  RidgeProblem(RegressionData train, RegressionData validation, Space space);

  const Space& space() const override { return space_; }
  const std::vector<Parameter>& parameters() const override { return parameters_; }
  Weights initial_weights(int64_t members, const Stream& stream, bool shared) const override;
  torch::Tensor upper(const torch::Tensor& lambda, const Weights& weights) const override;
  torch::Tensor lower(const torch::Tensor& lambda, const Weights& weights) const override;
  int64_t upper_examples() const override { return validation_.x.size(0); }
  int64_t lower_examples() const override { return train_.x.size(0); }
  bool is_penalized() const override { return true; }

  /// β*(λ), [E, d], by a linear solve.
  torch::Tensor solution(const torch::Tensor& lambda) const;
  /// dF(β*(λ))/dλ, [E, n], by implicit differentiation of the closed form.
  torch::Tensor hypergradient(const torch::Tensor& lambda) const;

 private:
  /// [E, d]: the penalty weight of every coefficient.
  torch::Tensor strengths(const torch::Tensor& lambda) const;

  RegressionData train_;
  RegressionData validation_;
  Space space_;
  std::vector<Parameter> parameters_;
};

}  // namespace gbho
