#pragma once

#include <memory>
#include <string>

#include "gbho/run/method.h"

namespace gbho {

/// The [smac] table of a study file.
struct SmacOptions {
  int64_t trials = 0;   ///< 0: 30 for each hyperparameter, at least 60, at most 300
  int64_t initial = 0;  ///< 0: 3 for each hyperparameter, at least 5
  int64_t trees = 20;
  int64_t candidates = 1000;
  int64_t random_every = 5;  ///< 0: never
  int64_t batch = 1;
};

/// Search with a random forest: the next point is where it expects most improvement of log F, among random
/// points and neighbours of the best; every few proposals a random one. docs/methods/smac.md.
std::unique_ptr<Method> make_smac(SmacOptions options = {});

}  // namespace gbho
