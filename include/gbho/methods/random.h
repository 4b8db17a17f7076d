#pragma once

#include <memory>
#include <string>
#include <utility>

#include "gbho/run/method.h"

namespace gbho {

/// The [random] table of a study file.
struct RandomOptions {
  int64_t points = 20;
  std::string design = "uniform";  ///< uniform | latin (hypercube) | sobol
};

/// Points at random in λ, which is log-uniform in the hyperparameter exp λ: independent, or spread evenly.
std::unique_ptr<Method> make_random(RandomOptions options = {});

}  // namespace gbho
