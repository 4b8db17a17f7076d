#pragma once

#include "gbho/run/context.h"

namespace gbho {

/// Lower levels solved as exactly as L-BFGS can: for problems that are plain functions.
inline TuneOptions exact_tuning(int64_t iterations, double gradient_tolerance) {
  TuneOptions options;
  options.lower.optimizer = "lbfgs";
  options.lower.epochs = iterations;
  options.lower.gradient_tolerance = gradient_tolerance;
  options.runtime.threads = 1;
  return options;
}

}  // namespace gbho
