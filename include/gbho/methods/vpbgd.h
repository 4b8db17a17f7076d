#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gbho/methods/loop_options.h"
#include "gbho/run/method.h"

namespace gbho {

/// The [vpbgd] table of a study file; the options of the loop come on top.
struct VpbgdOptions {
  double gamma = 20;  ///< γ
  int64_t inner = 1;  ///< epochs of both networks between steps of λ
};

/// V-PBGD (Shen & Chen 2023): the penalty γ(f − φ) on the value function's gap, γ fixed; ω trains on f and
/// stands for its minimizer. docs/methods/vpbgd.md.
std::unique_ptr<Method> make_vpbgd(VpbgdOptions options = {}, LoopOptions loop = {});

}  // namespace gbho
