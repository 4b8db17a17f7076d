#pragma once

#include <string>

#include "gbho/nn/snapshot.h"
#include "methods/gradient/weight_vectors.h"

namespace gbho::inline internal {

/// SAGA's estimate of a mean over mini-batches (Defazio et al. 2014): the last vector of every batch is kept,
/// and a new one corrects the mean of those. Begins with zeros.
class AveragedGradient {
 public:
  AveragedGradient(const Weights& like, int64_t batches);

  /// g_b − kept_b + mean, with the mean as it was; then g_b takes the place of kept_b. `share`: the batch's
  /// part of the examples.
  Weights next(int64_t batch, double share, const Weights& g);

  void save(const std::string& name, Snapshot& snapshot) const;
  void restore(const std::string& name, const Snapshot& snapshot);

 private:
  Weights kept_;  ///< [batches, …]
  Weights mean_;
};

}  // namespace gbho::inline internal
