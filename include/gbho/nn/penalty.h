#pragma once

#include <torch/types.h>

#include <string>
#include <vector>

#include "gbho/nn/model.h"

namespace gbho {

/// One hyperparameter: a penalty exp(λ)·R(group) on the kernels of some layers. Groups may overlap.
///   l2:          R = ‖β‖²
///   l1:          R = ‖β‖₁
///   elastic_net: R = l1_ratio·‖β‖₁ + (1 − l1_ratio)·‖β‖²
struct PenaltyTerm {
  std::string name;
  std::string kind = "l2";
  std::vector<std::string> layers;  ///< all layers when empty
  double l1_ratio = 0.5;
};

/// Strengths of the penalties on one parameter: g = 2·l2∘β + l1∘sign(β). Each is [E] or undefined (none).
struct PenaltyStrength {
  torch::Tensor l2;
  torch::Tensor l1;
};

/// Σ_k exp(λ_k)·R_k(β) over the groups of a model. λ is [E, n].
class Penalty {
 public:
  Penalty() = default;
  /// Throws ConfigError for an unknown kind or layer.
  Penalty(const Model& model, std::vector<PenaltyTerm> terms);

  int64_t size() const { return static_cast<int64_t>(terms_.size()); }
  const std::vector<PenaltyTerm>& terms() const { return terms_; }

  /// [E]; differentiable in λ and in the weights.
  torch::Tensor value(const torch::Tensor& lambda, const Weights& weights) const;
  /// ∂value/∂λ, [E, n]: by the envelope theorem the gradient of φ at a lower-level solution.
  torch::Tensor lambda_gradient(const torch::Tensor& lambda, const Weights& weights) const;
  /// The strengths for the parameter with this index.
  PenaltyStrength strength(const torch::Tensor& lambda, size_t parameter) const;

 private:
  /// [E]: R_k.
  torch::Tensor regularizer(size_t term, const Weights& weights) const;

  std::vector<PenaltyTerm> terms_;
  std::vector<std::vector<size_t>> members_;  ///< parameter indices of each term
};

}  // namespace gbho
