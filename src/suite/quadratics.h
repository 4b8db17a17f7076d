#pragma once

#include <torch/types.h>

#include <cstdint>
#include <memory>

#include "gbho/bilevel/problem.h"

namespace gbho::inline internal {

/// f(λ, β) = ½βᵀAβ + ½λᵀBλ + λᵀCβ + aᵀβ + bᵀλ.
struct Quadratic {
  torch::Tensor a_matrix;  ///< A [p, p]
  torch::Tensor b_matrix;  ///< B [d, d]
  torch::Tensor c_matrix;  ///< C [d, p]
  torch::Tensor a;         ///< [p]
  torch::Tensor b;         ///< [d]

  /// [E], of λ [E, d] and β [E, p].
  torch::Tensor value(const torch::Tensor& lambda, const torch::Tensor& beta) const;
};

/// How benchopt draws its simulated problem.
struct QuadraticsOptions {
  int64_t weights = 100;
  int64_t hyperparameters = 10;
  int64_t lower_samples = 32768;
  int64_t upper_samples = 1024;
  double least = 0.1;  ///< of the spectra of A and B; the largest is 1
  double cross = 0.1;  ///< spectral norm of C
  double start = -2;   ///< every hyperparameter there: the center of the box
  double reach = 10;   ///< from the center to the ends of the box
};

/// Both levels are means of random quadratics; the value function h(λ) = F(λ, β*(λ)) is one too.
class Quadratics {
 public:
  Quadratics(const QuadraticsOptions& options, uint64_t seed);

  const std::shared_ptr<const Problem>& problem() const { return problem_; }
  /// [p]: β*(λ).
  torch::Tensor solution(const torch::Tensor& lambda) const;
  /// h(λ) − min h, and ∇h(λ) [d], at λ [d].
  double excess(const torch::Tensor& lambda) const;
  torch::Tensor slope(const torch::Tensor& lambda) const;
  /// λ* [d].
  const torch::Tensor& best() const { return best_; }

 private:
  bool solve_for_the_best();

  Quadratic lower_;
  Quadratic upper_;
  torch::Tensor response_;   ///< dβ*/dλ [p, d]
  torch::Tensor curvature_;  ///< of h, [d, d]
  torch::Tensor best_;
  std::shared_ptr<const Problem> problem_;
};

}  // namespace gbho::inline internal
