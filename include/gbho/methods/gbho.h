#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gbho/run/method.h"

namespace gbho {

/// The [gbho] table of a study file. Defaults of named constants are the paper's.
struct GbhoOptions {
  std::string preset = "none";  ///< none | paper
  std::string design = "auto";  ///< auto | grid | latin | sobol | random
  std::vector<int64_t> points;  ///< t: per dimension for a grid, in all for the others; empty: by dimension
  int64_t iterations = 5;       ///< N
  double rho = 2;               ///< ρ⁰
  double mu = 2;                ///< μ⁰
  double eta = 1.5;             ///< ρ grows by this factor
  double z = 3;                 ///< standard errors between φ̂ and the constraint
  double delta = 0.01;          ///< C1: ŝ ≤ δ
  double epsilon = 0.01;        ///< C2: |φ̂ − f| ≤ ε
  std::string lagrangian = "inequality";  ///< inequality (Powell–Hestenes–Rockafellar) | equality (paper)
  double mu_max = 100;                    ///< inequality: the largest multiplier
  bool one_shot = false;                  ///< the predecessor: φ̂ is fitted once and not refined
  bool envelope_gradients = true;         ///< φ̂ from values and gradients; false: from values alone
  bool certain_bound = true;  ///< repair under-solved samples by the certain bound, and cap φ̂ + zŝ by it
  std::string correlation = "rbf";  ///< rbf | matern52
  int64_t inner_steps = 0;          ///< gradient steps in (λ, β) per iteration; 0: by dimension
  int64_t inner_batch = -1;         ///< examples a step; 0: all; −1: by dimension
  double inner_learning_rate = 0;   ///< of β; 0: by batch
  double inner_lambda_rate = 0;     ///< of λ; 0: by batch
  double inner_momentum = 0.9;
  double inner_clip_norm = 2;  ///< largest gradient norm of a tensor; 0: no clipping
  bool plain = false;          ///< gradient steps as the paper has them: nothing implicit, scaled or clamped
  bool freeze_lambda = false;  ///< the iterations move β alone; λ stays at the best sample
};

/// GBHO: kriging of the lower level's optimal value function φ, then an augmented Lagrangian in (λ, β) under
/// f(λ, β) ≤ φ̂(λ) + zŝ(λ). docs/methods/gbho.md.
std::unique_ptr<Method> make_gbho(GbhoOptions options = {});

/// The options with these values, checked for a box. Throws ConfigError that names key, value and fix.
GbhoOptions gbho_options(const OptionValues& values, const Space& space);

}  // namespace gbho
