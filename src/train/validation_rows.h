#pragma once

#include <cstdint>
#include <vector>

namespace gbho::inline internal {

/// The validation rows beside a training batch of `batch` examples: as many, or all of them if there are
/// fewer, from `position` on, which moves along and starts over at the end.
std::vector<int64_t> next_validation_rows(const std::vector<int64_t>& order, int64_t batch,
                                          int64_t& position);

}  // namespace gbho::inline internal
