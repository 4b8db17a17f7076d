#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "data/raw_examples.h"
#include "gbho/data/dataset.h"

namespace gbho::inline internal {

/// Of one example: [N, D] → {D}; [N, H, W] → {H·W}; [N, C, H, W] → {C, H, W}. DataError for other shapes.
std::vector<int64_t> input_shape_of(const Array& x, std::string_view name);

/// x as float32, uint8 divided by 255; y as int64.
Examples to_tensors(const RawExamples& examples);

}  // namespace gbho::inline internal
