#pragma once

#include <string>
#include <vector>

#include "gbho/run/context.h"
#include "gbho/surrogate/kriging.h"
#include "gbho/surrogate/value_bound.h"

namespace gbho::inline internal {

struct ValueModelOptions {
  KrigingOptions kriging;
  bool gradients = false;  ///< fit φ̂ to the envelope gradients too
  /// Where f is a loss with penalties: take φ_UB(λ_i) for a sample that is worse than it (such a sample is
  /// under-solved, and a φ̂ fitted to it would be too high all around), and cap φ̂ + zŝ by φ_UB.
  bool certain_bound = true;
};

/// What is known of the optimal value function φ from the candidates trained so far: the kriging model φ̂ with
/// its error ŝ, and, where f is a loss with penalties, the certain bound φ_UB.
class ValueModel {
 public:
  ValueModel(const Problem& problem, const ValueModelOptions& options);

  /// Takes the usable candidates and fits by maximum likelihood. Throws Error when φ̂ cannot be fitted.
  void fit(const std::vector<Evaluation>& evaluations);
  /// One more candidate; fits again. Throws Error as fit does; the model is then of no further use.
  void add(const Evaluation& evaluation);

  Prediction predict(const Eigen::VectorXd& lambda) const { return kriging_.predict(lambda); }
  /// The most that f may be at λ, and its slope: φ̂ + zŝ, or φ_UB where that is lower.
  struct Ceiling {
    double value;
    Eigen::VectorXd gradient;
  };
  Ceiling ceiling(const Eigen::VectorXd& lambda, double z) const;
  const Kriging& kriging() const { return kriging_; }
  const ValueBound& bound() const { return bound_; }
  bool has_bound() const { return bound_.size() > 0; }
  int64_t size() const { return kriging_.size(); }

 private:
  KrigingSample sample() const;

  bool penalized_;
  ValueModelOptions options_;
  std::vector<Evaluation> evaluations_;  ///< the usable ones
  Kriging kriging_;
  ValueBound bound_;
};

/// The bound that these candidates give together.
ValueBound bound_of(const std::vector<Evaluation>& evaluations);

/// L of a trained candidate: its objective without the penalty.
double data_loss_of(const Evaluation& evaluation);

/// R_k of a trained candidate: its envelope gradient exp(λ_k)·R_k without the weight.
Eigen::VectorXd regularizers_of(const Evaluation& evaluation);

/// Warnings about candidates that another one's weights beat at their own λ: the solver left them unfinished.
std::vector<std::string> under_solved_warnings(const std::vector<Evaluation>& evaluations);

}  // namespace gbho::inline internal
