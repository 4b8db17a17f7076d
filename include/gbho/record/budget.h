#pragma once

#include <cstdint>

namespace gbho {

/// The [budget] table of a study file: the most that the search may take; pilot and refit come on top.
/// 0: no limit.
struct Budget {
  int64_t trials = 0;  ///< candidates, however long they are trained
  int64_t lower_solves = 0;
  double sample_gradients = 0;  ///< examples passed backwards through a network
  double seconds = 0;           ///< after which nothing new is begun

  bool limited() const { return trials > 0 || lower_solves > 0 || sample_gradients > 0 || seconds > 0; }

  /// Throws ConfigError that names key, value and fix.
  void validate() const;
};

}  // namespace gbho
