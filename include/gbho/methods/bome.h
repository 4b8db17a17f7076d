#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gbho/methods/loop_options.h"
#include "gbho/run/method.h"

namespace gbho {

/// The [bome] table of a study file; the options of the loop come on top.
struct BomeOptions {
  int64_t inner = 10;     ///< T: gradient steps from β to β_T
  double inner_rate = 0;  ///< their rate; 0: lower.learning_rate
  double eta = 0.5;       ///< how fast the lower level's gap must close: η
  double rate = 0;        ///< rate of β; 0: lower.learning_rate
  int64_t steps = 1;      ///< steps of β in a round, each with a β_T of its own
};

/// BOME: descent in F that also closes the lower level's gap f(λ, β) − f(λ, β_T), by first derivatives alone.
/// docs/methods/bome.md.
std::unique_ptr<Method> make_bome(BomeOptions options = {}, LoopOptions loop = {});

}  // namespace gbho
