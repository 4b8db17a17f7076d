#pragma once

#include <torch/types.h>

#include <string>
#include <vector>

#include "gbho/nn/model.h"

namespace gbho {

/// A penalty exp(λ)·R(group) on the kernels of some layers, or on those of their columns that read a range of
/// the data's inputs. Groups may overlap.
///   l2:          R = ‖β‖²
///   l1:          R = ‖β‖₁
///   elastic_net: R = l1_ratio·‖β‖₁ + (1 − l1_ratio)·‖β‖²
/// With `per` it stands for many hyperparameters, one for each layer, input, unit or weight.
struct PenaltyTerm {
  std::string name;
  std::string kind = "l2";
  std::vector<std::string> layers;  ///< all layers when empty
  double l1_ratio = 0.5;
  std::vector<int64_t> inputs = {};  ///< [first, last): these columns alone; all inputs when empty
  std::string per = {};  ///< "": one λ for all of it; layer | input | unit | weight: one for each
  int64_t count = 0;     ///< with `per`: so many λ, each for as many neighbours; 0: one for each
};

/// Strengths of the penalties on one parameter: g = 2·l2∘β + l1∘sign(β). Each is [E, 1, 1], or has the
/// parameter's units or inputs in place of a 1 when it differs among them, or is undefined (none).
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

  /// Hyperparameters: those of the first term come first.
  int64_t size() const { return size_; }
  /// Of one term.
  int64_t size(size_t term) const { return term_sizes_[term]; }
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
  /// Which hyperparameters weigh on which cells of a kernel, and with what share; one entry for each pair.
  struct Loads {
    torch::Tensor lambda;
    torch::Tensor cell;
    torch::Tensor share;

    bool empty() const { return !lambda.defined(); }
    Loads to(torch::Device device) const;
  };
  /// One penalized kernel. Its cells are the parts within which all strengths are equal: all of it, its input
  /// columns, its units or its weights. Thousands of hyperparameters cost one pass over the weights.
  struct Kernel {
    size_t parameter = 0;
    int64_t units = 1;  ///< cells are [units, inputs]; 1: not told apart
    int64_t inputs = 1;
    Loads l2;
    Loads l1;
    /// With a hyperparameter for every weight and no other on this kernel there are no lists: cell j has
    /// λ_{first + j}, with these shares. −1: there are lists.
    int64_t first = -1;
    double l2_share = 0;
    double l1_share = 0;

    int64_t cells() const { return units * inputs; }
    bool is_direct() const { return first >= 0; }
  };
  struct Items;

  Kernel make_kernel(const Model& model, size_t parameter, const std::vector<Items>& items) const;
  static torch::Tensor cell_sums(const Kernel& kernel, const torch::Tensor& values);
  static torch::Tensor cell_strengths(const Loads& loads, int64_t cells, const torch::Tensor& weights);
  static torch::Tensor direct_value(const Kernel& kernel, const torch::Tensor& lambda,
                                    const torch::Tensor& beta);
  static void set_direct_slope(const Kernel& kernel, const torch::Tensor& lambda, const torch::Tensor& beta,
                               torch::Tensor& slope);
  static PenaltyStrength direct_strength(const Kernel& kernel, const torch::Tensor& lambda);
  bool has_lists() const;

  std::vector<PenaltyTerm> terms_;
  std::vector<int64_t> term_sizes_;
  int64_t size_ = 0;
  std::vector<Kernel> kernels_;
};

}  // namespace gbho
