#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gbho/bilevel/network_problem.h"

namespace gbho {

class FoldedProblem;

/// With more hyperparameters than this what λ is moved by is overfitted, whatever the method: another part of
/// the data has to choose.
constexpr int64_t kMostWithoutSelection = 50;

/// Models of the same folds that a bag may want beside the networks that are searched: of another kind, or
/// with other inputs.
struct BagFamily {
  std::string name;  ///< linear | binned | binned linear
  std::shared_ptr<const FoldedProblem> problem;
};

/// Which column of a table each input comes from.
struct InputColumns {
  std::vector<std::string> names;
  std::vector<std::vector<int64_t>> origins;  ///< of each fold's inputs
};

/// Cross-validation as a bilevel problem: β = (β¹, …, βᴷ) are the networks of K folds, each with its own
/// training part and its own validation part,
///   f(λ, β) = 1/K Σ f_k(λ, βᵏ),   F(β) = 1/K Σ F_k(βᵏ),   φ(λ) = 1/K Σ φ_k(λ).
/// The folds meet in λ alone, so that each is a lower-level solve of its own, and everything that holds for
/// one network's problem (envelope gradients, hypergradients, the certain bound) holds for this one.
class FoldedProblem : public Problem {
 public:
  std::vector<NetworkProblem> folds;
  /// The same on all the rows, to refit on; its validation part is empty.
  NetworkProblem whole;
  /// Which row of the data each example of a fold's validation part is.
  std::vector<std::vector<int64_t>> rows;
  /// The same of its selection part, where it has one.
  std::vector<std::vector<int64_t>> selection_rows;
  std::vector<BagFamily> families;
  InputColumns columns;  ///< empty where the data is no table

  /// Throws ConfigError where the folds differ in their hyperparameters.
  FoldedProblem(std::vector<NetworkProblem> folds, NetworkProblem whole,
                std::vector<std::vector<int64_t>> rows);

  /// The problem of a family: this one for "network".
  const FoldedProblem& family(const std::string& name) const;

  /// Makes half of each fold's validation part, classes in equal shares, its selection part: then F has seen
  /// none of what chooses λ. Throws ConfigError where a fold has too few rows for that.
  void keep_selection_parts(uint64_t seed);

  int64_t fold_count() const { return static_cast<int64_t>(folds.size()); }
  /// The tensors of one fold's networks, or what belongs to them (views), and those of all folds in order.
  Weights of_fold(const Weights& weights, size_t fold) const;
  /// The folds' tensors one after another.
  static Weights joined(const std::vector<Weights>& parts);

  const Space& space() const override { return whole.box; }
  /// "fold1/hidden.weight", …
  const std::vector<Parameter>& parameters() const override { return parameters_; }
  Weights initial_weights(int64_t members, const Stream& stream, bool shared) const override;
  torch::Tensor upper(const torch::Tensor& lambda, const Weights& weights) const override;
  torch::Tensor lower(const torch::Tensor& lambda, const Weights& weights) const override;
  /// Rows count within each fold, so that a batch takes as many examples of every fold.
  torch::Tensor lower_batch(const torch::Tensor& lambda, const Weights& weights,
                            const torch::Tensor& rows) const override;
  Derivatives upper_derivatives(const torch::Tensor& lambda, const Weights& weights,
                                const torch::Tensor& rows = {}) const override;
  Derivatives lower_derivatives(const torch::Tensor& lambda, const Weights& weights,
                                const torch::Tensor& rows = {}) const override;
  /// Of the smallest fold: rows that every fold has.
  int64_t upper_examples() const override;
  int64_t lower_examples() const override;
  /// Sample-gradients that one row costs.
  int64_t row_cost() const override { return fold_count(); }
  bool is_penalized() const override;
  std::vector<std::string> training_only() const override { return whole.training_only(); }
  const FoldedProblem* folded() const override { return this; }

 private:
  std::vector<Parameter> parameters_;
};

}  // namespace gbho
