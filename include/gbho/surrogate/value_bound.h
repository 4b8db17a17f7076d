#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <vector>

namespace gbho {

/// A certain upper bound of the optimal value function φ(λ) = min_β L(β) + Σ_k exp(λ_k) r_k(β): every trained
/// model i gives φ(λ) ≤ L_i + Σ_k exp(λ_k) r_ik for all λ, and the bound is the least of these. It is concave
/// and nondecreasing in exp λ, as φ is. Holds with probability one, for non-convex networks too.
class ValueBound {
 public:
  /// A model trained at `lambda`: its training loss L_i, its regularizers r_i ≥ 0 without their weights, and
  /// the objective f_i that the solver reports. Throws Error when a number is not finite or the sizes do not
  /// fit.
  void add(double train_loss, Eigen::VectorXd regularizers, Eigen::VectorXd lambda, double objective);

  /// min_i L_i + Σ_k exp(λ_k) r_ik. Throws Error when there is no model yet.
  double at(const Eigen::VectorXd& lambda) const;
  /// Derivatives in λ of the model that attains the minimum: exp(λ_k) r_ik.
  Eigen::VectorXd gradient(const Eigen::VectorXd& lambda) const;
  /// Index, in the order of add(), of the model that attains the minimum (the first of equals).
  size_t best(const Eigen::VectorXd& lambda) const;

  struct UnderSolved {
    size_t sample;     ///< in the order of add()
    double objective;  ///< its own f_i
    double bound;      ///< what the best of the others has at λ_i
  };
  /// Samples whose objective lies above the bound of the *others* at their λ by more than `tolerance`.
  std::vector<UnderSolved> under_solved(double tolerance) const;

  size_t size() const { return models_.size(); }
  double train_loss(size_t model) const { return models_[model].train_loss; }
  const Eigen::VectorXd& regularizers(size_t model) const { return models_[model].regularizers; }

 private:
  struct Model {
    double train_loss;
    Eigen::VectorXd regularizers;
    Eigen::VectorXd lambda;
    double objective;
  };
  void check_lambda(const Eigen::VectorXd& lambda) const;

  std::vector<Model> models_;
};

}  // namespace gbho
