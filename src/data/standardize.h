#pragma once

#include <string>

#include "gbho/data/dataset.h"

namespace gbho::inline internal {

/// "none", "center" (subtract the mean of each feature) or "standard" (and divide by its standard deviation).
/// Mean and deviation come from the training part alone and are applied to every part; a feature that is
/// constant there is only centred.
void standardize(Dataset& dataset, const std::string& kind);

}  // namespace gbho::inline internal
