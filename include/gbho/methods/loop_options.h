#pragma once

#include <cstdint>

namespace gbho {

/// How λ moves, the same for every gradient-based method.
struct LoopOptions {
  int64_t diagonal = 5;       ///< shared values of λ tried first; 1: the center of the box
  int64_t warm_up = 10;       ///< rounds before λ moves
  int64_t loop_epochs = 150;  ///< rounds after the warm-up, one step of λ each
  double lambda_rate = 0.03;  ///< Adam's step of λ
  int64_t patience = 40;      ///< rounds without a better model before it stops
  int64_t check_every = 1;    ///< rounds between looks at the selection part (validation part without one)
  int64_t curve_models = 0;   ///< points of the run at which models are trained for the record, uncharged
};

}  // namespace gbho
