#pragma once

#include <torch/types.h>

#include <string>
#include <vector>

#include "gbho/nn/model.h"

namespace gbho {

/// One hyperparameter: a penalty exp(λ)·R(group) on the kernels of some layers, or on those of their columns
/// that read a range of the data's inputs. Groups may overlap.
///   l2:          R = ‖β‖²
///   l1:          R = ‖β‖₁
///   elastic_net: R = l1_ratio·‖β‖₁ + (1 − l1_ratio)·‖β‖²
struct PenaltyTerm {
  std::string name;
  std::string kind = "l2";
  std::vector<std::string> layers;  ///< all layers when empty
  double l1_ratio = 0.5;
  std::vector<int64_t> inputs = {};  ///< [first, last): these columns alone; all inputs when empty
};

/// Strengths of the penalties on one parameter: g = 2·l2∘β + l1∘sign(β). Each is [E], or [E, in] when it
/// differs from input to input, or undefined (none).
struct PenaltyStrength {
  torch::Tensor l2;
  torch::Tensor l1;
};

/// Σ_k exp(λ_k)·R_k(β) over the groups of a model. λ is [E, n].
class Penalty {
 public:
  Penalty() = default;
  /// Throws ConfigError for an unknown kind or layer, or a range of inputs that a layer does not have.
  Penalty(const Model& model, std::vector<PenaltyTerm> terms);

  int64_t size() const { return static_cast<int64_t>(terms_.size()); }
  const std::vector<PenaltyTerm>& terms() const { return terms_; }

  /// [E]; differentiable in λ and in the weights.
  torch::Tensor value(const torch::Tensor& lambda, const Weights& weights) const;
  /// ∂value/∂λ, [E, n]: by the envelope theorem the gradient of φ at a lower-level solution.
  torch::Tensor lambda_gradient(const torch::Tensor& lambda, const Weights& weights) const;
  /// The strengths for the parameter with this index.
  PenaltyStrength strength(const torch::Tensor& lambda, size_t parameter) const;

  /// The same with its tables on this device, so that they need not be copied at every call.
  Penalty to(torch::Device device) const;

 private:
  /// Which terms weigh on which segments of a kernel, and with what share; one entry for each such pair.
  struct Loads {
    torch::Tensor term;
    torch::Tensor segment;
    torch::Tensor share;

    bool empty() const { return !term.defined(); }
    Loads to(torch::Device device) const;
  };
  /// One penalized kernel. The ends of all ranges cut its input columns into segments, within which all
  /// strengths are equal: hundreds of terms cost one pass over the weights.
  struct Kernel {
    size_t parameter = 0;
    int64_t segments = 1;
    torch::Tensor segment_of_input;  ///< [in]; undefined: the kernel is one segment
    Loads l2;
    Loads l1;
  };

  Kernel make_kernel(const Model& model, size_t parameter, const std::vector<size_t>& terms) const;
  static torch::Tensor segment_sums(const Kernel& kernel, const torch::Tensor& values);
  static torch::Tensor segment_strengths(const Loads& loads, int64_t segments, const torch::Tensor& weights);

  std::vector<PenaltyTerm> terms_;
  std::vector<Kernel> kernels_;
};

}  // namespace gbho
