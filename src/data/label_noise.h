#pragma once

#include <cstdint>
#include <vector>

#include "gbho/data/dataset.h"

namespace gbho::inline internal {

/// Cuts the training part into as many equal sources as there are shares, and gives that share of each one's
/// labels another class. Says in the data set which examples that were, and which source each is from.
void add_label_noise(Dataset& dataset, const std::vector<double>& shares, uint64_t seed);

}  // namespace gbho::inline internal
