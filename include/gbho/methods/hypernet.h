#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gbho/methods/loop_options.h"
#include "gbho/methods/response_options.h"
#include "gbho/run/method.h"

namespace gbho {

/// The [hypernet] table of a study file; the options of the loop come on top.
struct HypernetOptions : ResponseOptions {
  int64_t steps = 0;   ///< of training in a round; 0: an epoch for networks, 10 for other problems
  double scale = 0.5;  ///< standard deviation of the perturbed λ
};

/// Hypernetworks, the local algorithm: the weights as an affine function of λ, with a slope for every weight
/// and hyperparameter. docs/methods/hypernet.md.
std::unique_ptr<Method> make_hypernet(HypernetOptions options = {}, LoopOptions loop = {});

}  // namespace gbho
