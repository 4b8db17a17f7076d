#pragma once

#include "gbho/nn/snapshot.h"

namespace gbho::inline internal {

/// Adam (Kingma & Ba 2015) in β, for objectives that the engines of train/ do not know.
class WeightsAdam {
 public:
  WeightsAdam(const Weights& like, double rate);

  /// The next β.
  Weights next(const Weights& weights, const Weights& gradient);

  /// Into a snapshot under names that begin with NAME, and back.
  void save(const std::string& name, Snapshot& snapshot) const;
  void restore(const std::string& name, const Snapshot& snapshot);

 private:
  double rate_;
  int64_t steps_ = 0;
  Weights first_;
  Weights second_;
};

}  // namespace gbho::inline internal
