#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gbho/run/method.h"

namespace gbho {

/// The [hyperband] table of a study file.
struct HyperbandOptions {
  int64_t epochs = 0;  ///< R: what a candidate gets that is promoted to the end; 0: lower.epochs
  double factor = 3;   ///< η: of the candidates of a rung, the best of so many goes on
  int64_t loops = 1;   ///< times through all brackets
};

/// So many candidates, each trained up to so many epochs.
struct Rung {
  int64_t trials = 0;
  int64_t epochs = 0;
};

/// Rungs from many short trainings to few long ones.
using Bracket = std::vector<Rung>;

/// The brackets of one loop, R given, the one with the most candidates first:
///   s = ⌊log_η R⌋, …, 0;  rung i = 0, …, s has ⌈⌈1 + log_η R⌉/(s+1) · η^(s−i)⌉ trials up to epoch
///   ⌈R·η^(i−s)⌉.
std::vector<Bracket> hyperband_brackets(const HyperbandOptions& options);

/// HyperBand: successive halving with several trade-offs between many candidates and long trainings.
/// docs/methods/hyperband.md.
std::unique_ptr<Method> make_hyperband(HyperbandOptions options = {});

}  // namespace gbho
