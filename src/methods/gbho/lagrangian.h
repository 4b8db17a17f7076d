#pragma once

#include "gbho/methods/gbho.h"

namespace gbho::inline internal {

/// The augmented Lagrangian of min F subject to r = f − φ̂ − zŝ ≤ 0 (or = 0), and its multipliers.
///   inequality (PHR):  A = F + (max(0, μ + ρr)² − μ²)/(2ρ)     μ ← clip(max(0, μ + ρr), 0, μ_max)
///   equality (paper):  A = F + ρ/2·c² + μc  with c = −r         μ ← μ + ρc
class Lagrangian {
 public:
  explicit Lagrangian(const GbhoOptions& options)
      : equality_(options.lagrangian == "equality"),
        mu_(options.mu),
        rho_(options.rho),
        eta_(options.eta),
        mu_max_(options.mu_max) {}

  double mu() const { return mu_; }
  double rho() const { return rho_; }

  /// A − F at the residual r.
  double value(double residual) const;
  /// dA/dr: the weight of ∇f − ∇φ̂ − z∇ŝ beside ∇F.
  double pull(double residual) const;
  /// dA/dr where a gradient step will have taken r: with steps of length η along ∇F and ∇r, s = η⟨∇F, ∇r⟩ and
  /// q = η‖∇r‖². The penalty's curvature ρ∇r∇rᵀ grows with ρ; taken at the end of the step instead of at its
  /// beginning it cannot make the steps overshoot. Steps come to rest at the same points.
  double pull_after_step(double residual, double s, double q) const;
  /// After an iteration that ended with residual r.
  void update(double residual);

 private:
  bool equality_;
  double mu_;
  double rho_;
  double eta_;
  double mu_max_;
  double last_violation_ = -1;  ///< negative: there was none yet
};

}  // namespace gbho::inline internal
