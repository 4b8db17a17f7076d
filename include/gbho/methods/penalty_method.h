#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gbho/methods/loop_options.h"
#include "gbho/run/method.h"

namespace gbho {

/// The [penalty] table of a study file; the options of the loop come on top.
struct PenaltyMethodOptions {
  int64_t inner = 5;       ///< steps of Adam in β, each round
  double rate = 1e-4;      ///< Adam's step of β
  double rho = 1;          ///< factor of ½‖∂f/∂β‖² in the first period
  double growth = 1.1;     ///< of rho, each period
  double rho_max = 100;    ///< rho grows no further
  int64_t period = 10;     ///< rounds with the same rho and multipliers
  bool multiplier = true;  ///< ν·∂f/∂β on top, ν renewed each period; off: the bare penalty
  int64_t batch = 0;       ///< networks: examples a draw, of either part; 0: all of them
};

/// The penalty method: λ and β minimize F + ρ/2‖∂f/∂β‖² + ν·∂f/∂β together. docs/methods/penalty.md.
std::unique_ptr<Method> make_penalty(PenaltyMethodOptions options = {}, LoopOptions loop = {});

}  // namespace gbho
