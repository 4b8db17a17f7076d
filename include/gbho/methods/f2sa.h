#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gbho/methods/loop_options.h"
#include "gbho/run/method.h"

namespace gbho {

/// The [f2sa] table of a study file; the options of the loop come on top.
struct F2saOptions {
  double gamma = 10;        ///< γ at the first round
  double growth = 1.0 / 3;  ///< γ grows as (1 + k)^growth, k the steps of λ so far
  int64_t inner = 1;        ///< epochs of the networks between steps of λ
  int64_t order = 1;        ///< of the difference: 1, forward; 2, central, with a network on f − F/γ
};

/// F²SA (Kwon et al. 2023): β⁺ trains on f + F/γ, β⁰ on f; dF/dλ ≈ ∂F/∂λ + γ(∂f/∂λ(β⁺) − ∂f/∂λ(β⁰)), γ
/// growing. Order 2: F²SA-p with p = 2 (Chen et al. 2026). docs/methods/f2sa.md.
std::unique_ptr<Method> make_f2sa(F2saOptions options = {}, LoopOptions loop = {});

}  // namespace gbho
