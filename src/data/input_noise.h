#pragma once

#include <cstdint>
#include <vector>

#include "gbho/data/dataset.h"

namespace gbho::inline internal {

/// Cuts the inputs into as many equal consecutive blocks as there are levels and adds Gaussian noise of that
/// standard deviation to each, in every part. Throws ConfigError when the inputs cannot be cut so.
void add_block_noise(Dataset& dataset, const std::vector<double>& levels, uint64_t seed);

/// Adds Gaussian noise to a share of the inputs, the same ones in every part. `noise`: empty, or the share
/// and the standard deviation.
void add_input_noise(Dataset& dataset, const std::vector<double>& noise, uint64_t seed);

}  // namespace gbho::inline internal
