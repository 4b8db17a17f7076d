#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gbho/methods/loop_options.h"
#include "gbho/run/method.h"

namespace gbho {

/// The [two_sided] table of a study file.
struct TwoSidedOptions {
  std::string regime = "auto";  ///< auto | kriging (1–4 hyperparameters) | signs (5–50) | single_loop (more)
  std::string form = "linear";  ///< linear: ±ε·⟨∇F(β*), β⟩; full: ±ε·F(β)
  double epsilon = 0.01;        ///< ε
  int64_t extra_epochs = 0;     ///< K, of each side beyond the solve; 0: by regime
  double side_rate = 0.5;       ///< learning rate of the sides, as a part of the solve's

  int64_t points = 0;              ///< kriging: the first sample; 0: by dimension
  int64_t evaluations = 0;         ///< kriging: solves in all; 0: by dimension
  int64_t batch = 2;               ///< kriging: points proposed at a time, trained side by side
  std::string gradients = "auto";  ///< kriging: auto (from 3 hyperparameters) | never | always
  double gradient_noise = 0.02;    ///< kriging: floor of the error of a hypergradient, of F

  int64_t steps = 25;       ///< signs: steps after the diagonal
  double first_step = 0.8;  ///< signs: step of every λ at first
  double grow = 1.2;        ///< signs: factor while the sign of a derivative stays
  double shrink = 0.5;      ///< signs: factor when it changes

  LoopOptions loop;  ///< single_loop; its diagonal: signs too
};

/// The two-sided value function: dF/dλ ≈ (∂_λ f(λ,β⁺) − ∂_λ f(λ,β⁻))/(2ε), where β± minimize f ± εF.
/// docs/methods/two_sided.md.
std::unique_ptr<Method> make_two_sided(TwoSidedOptions options = {});

/// The options with these values, checked for a box. Throws ConfigError that names key, value and fix.
TwoSidedOptions two_sided_options(const OptionValues& values, const Space& space);

}  // namespace gbho
