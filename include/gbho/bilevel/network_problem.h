#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gbho/bilevel/example_weighting.h"
#include "gbho/bilevel/problem.h"
#include "gbho/bilevel/training_terms.h"
#include "gbho/data/dataset.h"
#include "gbho/nn/model.h"
#include "gbho/nn/penalty.h"
#include "gbho/record/hyperparameter.h"
#include "gbho/record/model_options.h"

namespace gbho {

/// min over β of f(λ, β) = mean_i a_i·ℓ_i(β) + Σ_k exp(λ_k)·R_k(β), for every member of an ensemble at once.
/// ℓ is cross-entropy, or the squared error where the labels are numbers. Weights a_i of examples may be
/// given, or hyperparameters, or the product of both. `terms` changes ℓ_i and a_i, or how networks train: f
/// itself is without noise.
struct NetworkLevel {
  std::shared_ptr<const Model> model;
  Penalty penalty;
  Examples train;
  torch::Tensor example_weights;  ///< given: undefined (all ones), [N], or [E, N]
  ExampleWeighting weighting;     ///< those that are hyperparameters, if any
  TrainingTerms terms;            ///< dropout, label smoothing and the like, if any

  /// Hyperparameters: those of the penalty, then those of the weighting, then those of the terms.
  int64_t hyperparameters() const { return penalty.size() + weighting.size() + terms.count; }
  /// a at λ [E, n]: undefined (all ones), [N], or [E, N]; differentiable in λ.
  torch::Tensor weights_of_examples(const torch::Tensor& lambda) const;
};

/// A classifier or a regression: f is its penalized training loss, F its validation loss.
class NetworkProblem : public Problem {
 public:
  NetworkLevel level;  ///< the lower level
  Examples validation;
  Examples test;       ///< may be empty; selects nothing
  Examples selection;  ///< may be empty; decides when many hyperparameters are tuned
  Space box;
  double target_mean = 0;       ///< of a regression: its targets are target_mean + target_deviation·y,
  double target_deviation = 1;  ///< in the units of the data

  const Space& space() const override { return box; }
  const std::vector<Parameter>& parameters() const override { return level.model->parameters(); }
  Weights initial_weights(int64_t members, const Stream& stream, bool shared) const override;
  torch::Tensor upper(const torch::Tensor& lambda, const Weights& weights) const override;
  torch::Tensor lower(const torch::Tensor& lambda, const Weights& weights) const override;
  torch::Tensor lower_batch(const torch::Tensor& lambda, const Weights& weights,
                            const torch::Tensor& rows) const override;
  Derivatives upper_derivatives(const torch::Tensor& lambda, const Weights& weights,
                                const torch::Tensor& rows = {}) const override;
  Derivatives lower_derivatives(const torch::Tensor& lambda, const Weights& weights,
                                const torch::Tensor& rows = {}) const override;
  int64_t upper_examples() const override { return validation.size(); }
  int64_t lower_examples() const override { return level.train.size(); }
  bool is_penalized() const override { return level.weighting.size() == 0 && level.terms.count == 0; }
  std::vector<std::string> training_only() const override;
  /// ∂f/∂λ, [E, n]; the losses of the training examples are computed only where they or their weights depend
  /// on λ.
  torch::Tensor lambda_slope(const torch::Tensor& lambda, const Weights& weights) const;
  const NetworkProblem* network() const override { return this; }

 private:
  torch::Tensor loss_slope(const torch::Tensor& lambda, const Weights& weights) const;
};

/// The problem of tuning these hyperparameters of such a model on such data. Throws ConfigError that names
/// the block, the value and the fix, or DataError when a part of the data is empty.
NetworkProblem network_problem(Dataset data, const ModelOptions& model,
                               const std::vector<Hyperparameter>& hyperparameters);

/// The box before model and data are known, as far as its size can be told: a block that stands for many
/// hyperparameters counts with its `count`, or as one.
Space provisional_space(const std::vector<Hyperparameter>& hyperparameters);

}  // namespace gbho
