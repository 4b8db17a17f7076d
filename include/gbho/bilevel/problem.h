#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gbho/base/random.h"
#include "gbho/bilevel/space.h"
#include "gbho/nn/model.h"

namespace gbho {

class FoldedProblem;
class NetworkProblem;

/// A value and its gradients, for every member of an ensemble.
struct Derivatives {
  torch::Tensor value;   ///< [E], double
  torch::Tensor lambda;  ///< [E, n], double
  Weights weights;       ///< as the weights
};

/// A bilevel problem: choose λ so that F(λ, β) is small where β minimizes f(λ, ·). λ is [E, n], every weight
/// tensor [E, …], every value [E]: a problem is evaluated for many members at once, and member e depends on
/// row e alone.
class Problem {
 public:
  virtual ~Problem() = default;

  virtual const Space& space() const = 0;
  /// Names and shapes of the tensors of β, for one member.
  virtual const std::vector<Parameter>& parameters() const = 0;
  virtual Weights initial_weights(int64_t members, const Stream& stream, bool shared) const = 0;

  /// F, [E]: differentiable in λ and β by LibTorch's autograd.
  virtual torch::Tensor upper(const torch::Tensor& lambda, const Weights& weights) const = 0;
  /// f, [E]: the same.
  virtual torch::Tensor lower(const torch::Tensor& lambda, const Weights& weights) const = 0;
  /// f with its mean over these training examples alone (undefined: all of them), as a step of SGD sees it;
  /// f itself for problems that are no mean over examples.
  virtual torch::Tensor lower_batch(const torch::Tensor& lambda, const Weights& weights,
                                    const torch::Tensor& rows) const;

  /// Value and gradients; by autograd unless a problem knows better. `rows` picks examples where the function
  /// is a mean over examples (undefined: all of them); other problems ignore it.
  virtual Derivatives upper_derivatives(const torch::Tensor& lambda, const Weights& weights,
                                        const torch::Tensor& rows = {}) const;
  virtual Derivatives lower_derivatives(const torch::Tensor& lambda, const Weights& weights,
                                        const torch::Tensor& rows = {}) const;

  /// Examples that F and f are means over: what one evaluation costs. 1 for plain functions.
  virtual int64_t upper_examples() const { return 1; }
  virtual int64_t lower_examples() const { return 1; }
  /// Sample-gradients that one of these examples costs: as many as there are networks that see one.
  virtual int64_t row_cost() const { return 1; }
  /// f depends on λ through Σ_k exp(λ_k)·R_k(β) alone, so that φ is concave and nondecreasing in exp λ.
  virtual bool is_penalized() const { return false; }
  /// Names of hyperparameters that act while networks train and have no part in f, such as dropout: there is
  /// no ∂f/∂λ for them, and what is trained does not minimize f. Only methods that sample can tune them.
  virtual std::vector<std::string> training_only() const { return {}; }
  /// Set for networks, which have engines of their own, scores, and a test part.
  virtual const NetworkProblem* network() const { return nullptr; }
  /// Set for cross-validation: networks of several folds.
  virtual const FoldedProblem* folded() const { return nullptr; }
};

/// Value and gradients of a differentiable function of λ and β, by autograd.
Derivatives differentiate(const std::function<torch::Tensor(const torch::Tensor&, const Weights&)>& function,
                          const torch::Tensor& lambda, const Weights& weights);

}  // namespace gbho
