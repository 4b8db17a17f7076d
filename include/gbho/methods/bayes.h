#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gbho/run/method.h"
#include "gbho/surrogate/kriging.h"

namespace gbho {

/// The [bayes] table of a study file.
struct BayesOptions {
  int64_t trials = 0;               ///< 0: 30 for each hyperparameter, at most 150
  int64_t initial = 0;              ///< 0: 3 for each hyperparameter
  std::string acquisition = "lcb";  ///< lcb: φ̂ − κŝ | ei | log_ei: expected improvement, its logarithm
  double kappa = 2.6;               ///< κ
  double exploit = 0.1;             ///< the last part of the trials, which goes to the bottom of the model
  int64_t batch = 1;
  bool log_values = true;                ///< model log F, where all F > 0
  std::string correlation = "matern52";  ///< matern52 | rbf
};

/// Gaussian-process search: the next point is where a kriging model of F promises most.
/// docs/methods/bayes.md.
std::unique_ptr<Method> make_bayes(BayesOptions options = {});

}  // namespace gbho
