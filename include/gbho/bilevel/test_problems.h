#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gbho/bilevel/problem.h"
#include "gbho/bilevel/ridge_problem.h"

namespace gbho {

/// A bilevel problem whose solution is known: to test methods, one's own among them.
struct TestProblem {
  std::string name;
  std::string description;
  std::shared_ptr<const Problem> problem;
  std::vector<double> lambda;  ///< λ*, optimistic
  double upper = 0;            ///< F there
  double lower = 0;            ///< f there
};

/// f = ½‖β − a∘λ‖² + ½‖λ‖², F = ½‖β − 1‖² + γ/2‖λ‖²: λ*_k = a_k/(a_k² + γ).
TestProblem quadratic_problem(int64_t dimensions = 2);

/// Ridge regression on drawn data; λ* is the root of the closed form's derivative, to machine precision.
TestProblem ridge_test_problem(uint64_t seed = 0);

/// SMD1 to SMD4 of Sinha, Malo and Deb (Evolutionary Computation, 2014), with p = q = r = 1: no constraints,
/// λ = (x_u1, x_u2), β = (x_l1, x_l2). In SMD3 and SMD4 the lower level has many local minima.
TestProblem smd_problem(int number);

/// f = (β₁ + β₂ − λ)², whose minimizers are a line; F = (λ − 1)² + ½λ·s(β₁ − β₂) with s(t) = 2t/(1 + t²).
/// Optimistic: λ = 1.25, F = −0.5625 at t = −1. Pessimistic: λ = 0.75, F = 0.4375 at t = 1.
TestProblem set_valued_problem();

/// All of the above.
std::vector<TestProblem> test_problems();

}  // namespace gbho
