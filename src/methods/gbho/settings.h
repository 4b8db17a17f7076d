#pragma once

#include <torch/types.h>

#include "gbho/methods/gbho.h"
#include "gbho/surrogate/kriging.h"

namespace gbho::inline internal {

/// The options with what depends on the number of hyperparameters filled in.
GbhoOptions settle(GbhoOptions options, const Space& space);

/// The initial sample, [t, n].
torch::Tensor design_points(const GbhoOptions& options, const Space& space, uint64_t seed);

KrigingOptions kriging_options(const GbhoOptions& options, uint64_t seed);

}  // namespace gbho::inline internal
