#pragma once

#include <memory>
#include <string>

#include "gbho/run/method.h"

namespace gbho {

/// The [tpe] table of a study file.
struct TpeOptions {
  int64_t trials = 0;  ///< 0: 30 for each hyperparameter, at least 60, at most 300
  int64_t startup = 10;
  int64_t candidates = 24;
  double gamma = 0.1;        ///< the part of the trials that counts as good, at most 25 of them
  bool multivariate = true;  ///< one density of all hyperparameters, or one of each
  int64_t batch = 1;
};

/// Tree-structured Parzen estimator: densities l of the good points and g of the others; the next point is
/// that of some draws from l which has the largest l/g. docs/methods/tpe.md.
std::unique_ptr<Method> make_tpe(TpeOptions options = {});

}  // namespace gbho
