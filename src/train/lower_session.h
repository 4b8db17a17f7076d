#pragma once

#include <optional>

#include "gbho/train/solver.h"
#include "train/ensemble.h"
#include "train/request.h"

namespace gbho::inline internal {

/// A solve that is held open while λ moves: nothing is set up anew from epoch to epoch. The learning rate is
/// constant.
class LowerSession {
 public:
  /// `start` and the term's ε give the number of members. Throws ConfigError for lbfgs, which cannot go on.
  LowerSession(const Problem& problem, LowerOptions options, const Runtime& runtime, uint64_t seed,
               const TrainState& start, std::optional<UpperTerm> upper = {});

  /// An epoch of every member at λ [1, n]. False when one of them diverged.
  bool run_epoch(const torch::Tensor& lambda, Ledger& ledger);
  /// ∂f/∂λ of every member, [E, n], at the λ of the last epoch: of its penalty at the weights after it, of
  /// the examples' weights at the losses with which they were trained.
  torch::Tensor lambda_gradient(Ledger& ledger);
  /// The difference of two members' ∂f/∂λ, [1, n]: the first one's less the second one's.
  torch::Tensor gradient_between(int64_t member, int64_t other, Ledger& ledger);
  /// Another ±ε term: ε [E] and, in the linear form, g.
  void set_upper(const std::vector<double>& epsilon, const Weights& direction);

  TrainState state();
  /// One member's weights, an ensemble of one.
  Weights weights(int64_t member);

 private:
  torch::Tensor slopes_of(const std::vector<int64_t>& members, const Weights& weights) const;

  const Problem& problem_;
  LowerOptions options_;
  Runtime runtime_;
  uint64_t seed_;
  LowerLevel level_;
  SolveRequest request_;
  int64_t members_;
  int64_t epoch_;
  Rates rates_;
  torch::Tensor lambda_;  ///< [E, n]
  std::optional<Ensemble> ensemble_;
};

/// F and its gradients at one network's weights, by the engine that trains; whole passes over the validation
/// part.
class UpperOracle {
 public:
  UpperOracle(const Problem& problem, const LowerOptions& options, const Runtime& runtime);

  /// λ [1, n], weights of an ensemble of one.
  Derivatives at(const torch::Tensor& lambda, const Weights& weights, Ledger& ledger);

 private:
  const Problem& problem_;
  NetworkLevel validation_;  ///< its training loss is F
  Runtime runtime_;
  LowerOptions options_;
  std::optional<Ensemble> ensemble_;
};

}  // namespace gbho::inline internal
