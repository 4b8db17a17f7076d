#pragma once

#include <cstdint>

#include "gbho/data/dataset.h"
#include "gbho/record/data_options.h"

namespace gbho {

/// Throws ConfigError that names key, value and fix.
void validate(const DataOptions& options);

/// Loads and splits. Everything random comes from the seed. Throws DataError or ConfigError.
Dataset load_dataset(const DataOptions& options, uint64_t seed);

}  // namespace gbho
