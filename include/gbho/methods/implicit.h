#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gbho/methods/method.h"

namespace gbho {

/// The [implicit] table of a study file.
struct ImplicitOptions {
  std::string solver = "cg";      ///< cg | neumann | dense
  double tolerance = 1e-3;        ///< cg: of the linear system, at the first step …
  double tolerance_decay = 0.9;   ///< … times this at every step
  int64_t iterations = 50;        ///< cg: at most so many in a step
  int64_t terms = 20;             ///< neumann: of the series
  double neumann_rate = 0.1;      ///< neumann: below 1/‖H‖
  double damping = 0.01;          ///< added to the diagonal of H

  int64_t diagonal = 5;       ///< shared values of λ tried first
  int64_t warm_up = 10;       ///< epochs before λ moves
  int64_t loop_epochs = 150;  ///< epochs after the warm-up, one step of λ each
  double lambda_rate = 0.03;  ///< Adam's step of λ
  int64_t patience = 40;      ///< epochs without a better model before it stops
};

/// Implicit differentiation: dF/dλ = ∂F/∂λ − ∂²f/∂λ∂β (∂²f/∂β²)⁻¹ ∂F/∂β. docs/methods/implicit.md.
class ImplicitMethod : public Method {
 public:
  ImplicitMethod() = default;
  explicit ImplicitMethod(ImplicitOptions options) : options_(std::move(options)) {}

  std::string name() const override { return "implicit"; }
  std::string description() const override;
  std::vector<Option> options() override;
  void fill(const Space& space, int64_t solves) override;
  void validate(const Space& space) const override;
  void check_problem(const Problem& problem) const override;
  MethodResult run(MethodContext& context) override;

 private:
  ImplicitOptions options_;
};

}  // namespace gbho
